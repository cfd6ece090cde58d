/** The amenities, grouped and searchable; "no preference" is an answer of its own. */

import { h } from "../dom.js";
import { amenityGroups, amenityLabel } from "../vocabulary.js";
import { words } from "../words.js";
import { checkbox, controlForm, field } from "./parts.js";

/** @import { ControlHandlers, CriterionValue } from "../types.js" */

/** @param {string} text */
function plain(text) {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** @param {CriterionValue | null} value @param {ControlHandlers} handlers */
export function amenitiesControl(value, handlers) {
  const text = words.form.amenities;
  const wanted = new Set(value?.amenities ?? []);
  /** @type {{input: HTMLInputElement, element: HTMLElement, label: string}[]} */
  const boxes = [];
  const groups = amenityGroups().map(([title, amenities]) => {
    const items = amenities.map((amenity) => {
      const label = amenityLabel(amenity);
      const box = checkbox(label, wanted.has(amenity));
      box.input.value = amenity;
      boxes.push({ ...box, label: plain(label) });
      return box.element;
    });
    return h("fieldset", { class: "amenity-group" }, h("legend", {}, title), ...items);
  });

  const search = h("input", { type: "search", autocomplete: "off" });
  const nothing = h("p", { class: "control__note", hidden: true }, text.nothing);
  const count = h("output", { class: "amenity-count" });
  const none = checkbox(text.none, Boolean(value?.answered && !wanted.size));
  const ticked = () => boxes.filter((box) => box.input.checked);

  const showCount = () => (count.textContent = ticked().length ? text.count(ticked().length) : "");
  const filter = () => {
    const sought = plain(search.value);
    for (const box of boxes) box.element.hidden = !box.label.includes(sought);
    for (const group of groups) group.hidden = !group.querySelector("label:not([hidden])");
    nothing.hidden = groups.some((group) => !group.hidden);
  };
  search.addEventListener("input", filter);
  // Enter in a search field would otherwise save the whole form.
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  none.input.addEventListener("change", () => {
    if (none.input.checked) for (const box of boxes) box.input.checked = false;
    showCount();
  });
  for (const box of boxes) {
    box.input.addEventListener("change", () => {
      if (box.input.checked) none.input.checked = false;
      showCount();
    });
  }
  showCount();

  return controlForm(
    {
      title: text.title,
      body: [
        h("div", { class: "amenity-tools" }, field(text.search, search), none.element),
        h("div", { class: "amenity-groups" }, ...groups, nothing),
        count,
      ],
      hint: () => (ticked().length || none.input.checked ? "" : text.empty),
      read() {
        if (!ticked().length && !none.input.checked) return null;
        return { amenities: ticked().map((box) => box.input.value) };
      },
    },
    handlers,
  );
}
