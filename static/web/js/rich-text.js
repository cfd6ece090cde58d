/**
 * The server's `html` is already safe; this page does not take its word for it. Markup is parsed in an inert
 * document and copied node by node: known elements, http(s) links, the number a list starts with, and text.
 */

import { h } from "./dom.js";

const ALLOWED = new Set(["p", "br", "strong", "em", "ul", "ol", "li", "code", "blockquote"]);
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "svg", "math"]);

/** @param {string} href @returns {URL | null} null for anything but a web address */
function webAddress(href) {
  try {
    const url = new URL(href, location.origin);
    return url.protocol === "https:" || url.protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}

/** @param {Element} source */
function link(source) {
  const url = webAddress(source.getAttribute("href") ?? "");
  if (!url) return h("span");
  const elsewhere = url.origin !== location.origin;
  return h("a", { href: url.href, target: elsewhere && "_blank", rel: elsewhere && "noopener noreferrer" });
}

/** @param {Element} source */
function emptyCopy(source) {
  const tag = source.localName;
  if (tag === "a") return link(source);
  if (!ALLOWED.has(tag)) return null;
  const start = source.getAttribute("start");
  return h(/** @type {"ol"} */ (tag), { start: tag === "ol" && /^\d+$/.test(start ?? "") && start });
}

/** @param {Node} source @param {Node} target */
function copyChildren(source, target) {
  for (const child of source.childNodes) {
    if (child instanceof Text) {
      target.appendChild(new Text(child.data));
    } else if (child instanceof Element && !DROPPED.has(child.localName)) {
      const copy = emptyCopy(child);
      copyChildren(child, copy ?? target);
      if (copy) target.appendChild(copy);
    }
  }
}

/** @param {string} html @returns {DocumentFragment} */
export function richText(html) {
  const fragment = document.createDocumentFragment();
  copyChildren(new DOMParser().parseFromString(html, "text/html").body, fragment);
  return fragment;
}

/** @param {string} text @returns {DocumentFragment} one paragraph a block, line breaks kept by the style */
export function plainText(text) {
  const fragment = document.createDocumentFragment();
  for (const block of text.split(/\n{2,}/)) {
    if (block.trim()) fragment.append(h("p", { class: "as-typed" }, block.trim()));
  }
  return fragment;
}
