/** A control for each criterion; in the rail's dialog and in the conversation they are the same. */

import { amenitiesControl } from "./amenities.js";
import { budgetControl } from "./budget.js";
import { datesControl } from "./dates.js";
import { distanceControl } from "./distance.js";
import { roomTypeControl } from "./room-type.js";

/** @typedef {import("../types.js").CriterionName} CriterionName */

/** @typedef {import("../types.js").CriterionValue} CriterionValue */
/** @typedef {import("./parts.js").Control} Control */
/** @typedef {import("./parts.js").ControlHandlers} ControlHandlers */

/** @type {Record<CriterionName, (value: CriterionValue | null, handlers: ControlHandlers) => Control>} */
const CONTROLS = {
  dates: datesControl,
  budget: budgetControl,
  room_type: roomTypeControl,
  amenities: amenitiesControl,
  distance: distanceControl,
};

/**
 * @param {CriterionName} criterion
 * @param {CriterionValue | null} value what is known so far
 * @param {ControlHandlers} handlers
 */
export function createControl(criterion, value, handlers) {
  return CONTROLS[criterion](value, handlers);
}
