/** A decision's typed answers, for the inspector: what was answered, and the probability of every option. */

import { h } from "./dom.js";

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** @param {string} label @param {number} probability @param {boolean} chosen */
function probabilityRow(label, probability, chosen) {
  return h(
    "li",
    { class: chosen ? "probability probability--chosen" : "probability" },
    h("span", { class: "probability__label" }, label),
    h("meter", { min: 0, max: 1, value: probability, "aria-label": label }),
    h("span", { class: "probability__value" }, percent.format(probability)),
  );
}

/** Probabilities come by label for a Choice, by level for a Score, and alone for a Noul.
 * @param {Record<string, any>} answer @returns {[string, number][]} most probable first */
function probabilities(answer) {
  if (typeof answer.noul === "number") return [["yes", answer.noul]];
  const entries = Object.entries(answer.probabilities ?? {}).map(([label, value]) => {
    /** @type {[string, number]} */
    const entry = [answer.legend?.[label] ?? label, Number(value)];
    return entry;
  });
  return entries.sort((one, other) => other[1] - one[1]);
}

/** @param {Record<string, any>} answer */
function verdict(answer) {
  if (answer.choice !== undefined) return String(answer.choice);
  if (answer.score !== undefined) return String(answer.score);
  return "";
}

/** @param {Record<string, Record<string, any>>} answers by question */
export function answersView(answers) {
  const questions = Object.entries(answers).map(([question, answer]) => {
    const said = verdict(answer);
    const rows = probabilities(answer).map(([label, value]) => probabilityRow(label, value, label === said));
    return h("div", { class: "answer" }, h("h4", {}, said ? `${question}: ${said}` : question), h("ul", {}, ...rows));
  });
  return h("div", { class: "answers" }, ...questions);
}
