/**
 * The shapes of the websocket's frames and of the page's state, for the type checker and the reader alone: other
 * modules name this one in comments only, so that no browser loads it.
 *
 * @typedef {"dates" | "budget" | "room_type" | "amenities" | "distance"} CriterionName
 * @typedef {Record<string, any>} CriterionValue the keys of one criterion, beside `answered`
 *
 * @typedef {object} Issue
 * @property {CriterionName} criterion
 * @property {string} message
 *
 * @typedef {Record<CriterionName, CriterionValue> & {issues: Issue[]}} Criteria
 *
 * @typedef {object} Hotel
 * @property {string} slug
 * @property {number} number its number in the current list
 * @property {string} name
 * @property {string} address
 * @property {string} room_type
 * @property {string} nightly_low decimal dollars
 * @property {string} nightly_high decimal dollars
 * @property {string} total decimal dollars for the stay
 * @property {{date: string, price: string}[]} nights
 * @property {string[]} amenities
 * @property {string} airport_miles
 * @property {string} city_center_miles
 * @property {number} rooms_left
 *
 * @typedef {object} BookingSummary
 * @property {string} confirmation
 * @property {string} hotel the hotel's name
 * @property {string} check_in
 * @property {string} check_out
 * @property {string} total
 *
 * @typedef {object} QuickReply
 * @property {string} label
 * @property {ActionFrame} frame without its `id`
 *
 * @typedef {object} Message
 * @property {string} text
 * @property {string} html
 * @property {Hotel[]} hotels
 * @property {number} more
 * @property {BookingSummary | null} booking
 * @property {QuickReply[]} quick_replies
 * @property {CriterionName | null} form
 *
 * @typedef {object} Decision
 * @property {string} node
 * @property {string} outcome
 * @property {string | null} failure
 * @property {number} attempts
 * @property {number} duration_ms
 * @property {Record<string, any>} [answers] only with the inspector on
 *
 * @typedef {{calls: number, skipped?: number, input_tokens: number, output_tokens: number, total_tokens: number}} Counts
 * @typedef {{decisions: Counts, chat: Counts}} Usage
 *
 * @typedef {{name: string, kind: string}} GraphNode
 * @typedef {{nodes: GraphNode[], edges: [string, string][]}} Graph
 *
 * @typedef {object} ActionFrame a frame that begins a turn, without its id
 * @property {"message" | "answer" | "search" | "choose"} type
 * @property {string} [text]
 * @property {CriterionName} [criterion]
 * @property {CriterionValue} [value]
 * @property {string} [hotel]
 *
 * @typedef {object} TurnRecord a turn as `session` and `history` list it
 * @property {number} turn
 * @property {string} id
 * @property {{type: string, text: string}} request
 * @property {Message | null} message
 * @property {string} status
 *
 * @typedef {object} SessionFrame
 * @property {string} session
 * @property {"active" | "completed" | "expired"} status
 * @property {string} node
 * @property {Criteria} criteria
 * @property {number | null} results_turn
 * @property {TurnRecord[]} turns
 * @property {boolean} earlier
 * @property {string | null} in_flight
 * @property {Usage} usage
 * @property {Graph} graph
 *
 * @typedef {Record<string, any> & {type: string}} ServerFrame
 */

/** @typedef {"sending" | "received" | "answered" | "failed" | "cancelled"} Phase */

/**
 * @typedef {object} Turn
 * @property {string} id
 * @property {number | null} number null until the server has claimed it
 * @property {number} after the newest number when this tab wrote it
 * @property {{type: string, text: string}} request
 * @property {Phase} phase
 * @property {ActionFrame & {id: string} | null} frame what this tab sent, so that it can send the same again
 * @property {Message | null} message
 * @property {string} streamed text shown while the turn runs
 * @property {string} failure why there is no answer, for the customer
 * @property {boolean} retryable
 * @property {number} retryAt earliest retry, in milliseconds of `Date.now()`
 * @property {Date | null} askedAt null for turns restored from the server
 * @property {Date | null} answeredAt
 * @property {string} node the node at work
 * @property {string[]} path
 * @property {Decision[]} decisions
 * @property {{node: string, tool: string, accepted: boolean}[]} tools
 * @property {Usage | null} usage
 * @property {number} seq of the last event applied
 * @property {number | null} chosen index of the quick reply that was used
 * @property {number} version
 * @property {boolean} live its steps were seen by this page
 */

/**
 * @typedef {object} State
 * @property {string | null} session
 * @property {"active" | "completed" | "expired"} status
 * @property {string} statusNote the server's own words on why the session takes no more
 * @property {boolean} loaded whether the server has described the session yet
 * @property {string} node
 * @property {Criteria | null} criteria
 * @property {number | null} resultsTurn
 * @property {Turn[]} turns in order; unclaimed ones last
 * @property {boolean} earlier
 * @property {string | null} inFlight
 * @property {Usage | null} usage
 * @property {Graph | null} graph
 * @property {string} notice an error that concerns no turn
 */

export {};
