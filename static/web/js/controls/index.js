/** A control for each criterion; in the rail's dialog and in the conversation they are the same. */

import { amenitiesControl } from "./amenities.js";
import { budgetControl, distanceControl } from "./amounts.js";
import { datesControl } from "./dates.js";
import { roomTypeControl } from "./room-type.js";

/** @import { Control, ControlHandlers, CriterionName, CriterionValue } from "../types.js" */

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
