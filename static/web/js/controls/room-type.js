/** The room: one card a type, and "any". */

import { h, uniqueId } from "../dom.js";
import { ROOM_TYPES } from "../vocabulary.js";
import { words } from "../words.js";
import { controlForm } from "./parts.js";

/** @import { ControlHandlers, CriterionValue } from "../types.js" */

/** The radio value that stands for no preference; the protocol says null. */
const ANY = "any";

/** @param {string} group @param {string} value @param {{label: string, note: string}} texts @param {boolean} checked */
function roomCard(group, value, texts, checked) {
  return h(
    "label",
    { class: "room-card" },
    h("input", { type: "radio", name: group, value, checked }),
    h("span", { class: "room-card__label" }, texts.label),
    h("span", { class: "room-card__note" }, texts.note),
  );
}

/** @param {CriterionValue | null} value @param {ControlHandlers} handlers */
export function roomTypeControl(value, handlers) {
  const text = words.form.room_type;
  const group = uniqueId("room");
  const chosen = value?.answered ? (value.room_type ?? ANY) : "";
  const any = { label: text.any, note: text.anyNote };
  const cards = [...Object.entries(ROOM_TYPES), [ANY, any]].map(([type, texts]) =>
    roomCard(group, /** @type {string} */ (type), /** @type {any} */ (texts), type === chosen),
  );
  const list = h("div", { class: "room-cards", role: "radiogroup", "aria-label": text.title }, ...cards);
  const checked = () => /** @type {HTMLInputElement | null} */ (list.querySelector("input:checked"));

  return controlForm(
    {
      title: text.title,
      body: [list],
      hint: () => (checked() ? "" : text.empty),
      read() {
        const input = checked();
        return input ? { room_type: input.value === ANY ? null : input.value } : null;
      },
      focus: () => (checked() ?? list.querySelector("input"))?.focus(),
    },
    handlers,
  );
}
