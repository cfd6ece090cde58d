/**
 * Building DOM without markup strings: text always becomes a text node, so nothing a customer or a model
 * wrote can become an element.
 */

/** @import { Child, Properties } from "./types.js" */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** @param {Element} element @param {Properties} properties @param {Child[]} children */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child || child === "") element.append(child);
  }
}

/**
 * Create an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, properties = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG_NAMESPACE, tag));
  fill(element, properties, children);
  return element;
}

/**
 * An icon from the sprite in the page; decorative, so hidden from assistive technology.
 * @param {string} name the symbol's id without its `icon-`
 */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#icon-${name}` }));
}

/** The element with this id, which the page's template promises. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}`);
  return element;
}

let counter = 0;

/** An id no other element of the page has, to tie labels and hints to their fields. @param {string} prefix */
export function uniqueId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}
