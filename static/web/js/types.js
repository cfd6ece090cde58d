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
 * @typedef {Record<string, number>} Counts `calls`, `skipped` (decisions only) and the three kinds of tokens
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

/** @typedef {"connecting" | "live" | "reconnecting" | "offline" | "closed"} ConnectionState */

/** @typedef {"" | "lost" | "restarting" | "silent" | "signed_out" | "too_many_errors"} Reason */

/**
 * @typedef {object} Status
 * @property {ConnectionState} state
 * @property {Reason} reason why it is not live
 * @property {number | null} retryAt when the next attempt starts, in milliseconds of `Date.now()`
 * @property {number} closeCode of the last socket, 0 when none was closed
 */

/** @typedef {{today: string, maxCheckIn: string, maxCheckOut: string}} StayLimits */

/**
 * @typedef {object} ControlHandlers
 * @property {(value: object) => boolean} save false when it could not be taken just now
 * @property {() => void} [cancel] without it the form has no Cancel button
 */

/** @typedef {{element: HTMLFormElement, focus: () => void}} Control */

/**
 * @typedef {object} ControlParts
 * @property {string} title
 * @property {(Node | string)[]} body
 * @property {() => string} hint advice on what is entered; '' when there is none. Only advice: the server rules.
 * @property {() => object | null} read the value, or null while there is nothing that could be sent
 * @property {() => void} [focus]
 */

/** @typedef {{text: string, short: string}} Wording */

/**
 * @typedef {object} Description
 * @property {"set" | "any" | "half" | "missing" | "problem"} state
 * @property {string} text
 * @property {string} short
 * @property {string} problem what the server says is wrong; '' when nothing is
 */

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Properties
 *   Attributes by name; `true` sets an empty attribute, false and null leave it out; `on…` adds a listener.
 */

/**
 * @typedef {object} NodeBox
 * @property {string} name
 * @property {string} kind
 * @property {number} x left
 * @property {number} y top
 */

/**
 * @typedef {object} Arc
 * @property {string} d path data
 * @property {number} labelX
 * @property {number} labelY
 */

/**
 * @typedef {object} Unsettled
 * @property {ActionFrame & {id: string}} frame
 * @property {string} text the customer's words for it
 * @property {string | null} session
 * @property {string} failure why it waits for the customer to try again; '' while it is under way
 */

/**
 * @typedef {object} TranscriptParts
 * @property {HTMLElement} scroller
 * @property {HTMLElement} welcome
 * @property {HTMLButtonElement} earlier
 * @property {HTMLElement} turns
 * @property {HTMLButtonElement} newReply
 */

/**
 * @typedef {object} TurnActions what a turn on the page can ask for
 * @property {(turn: Turn) => void} retry
 * @property {(turn: Turn) => void} edit
 * @property {(turn: Turn, index: number, event: Event) => void} quickReply
 * @property {(criterion: CriterionName, value: object) => boolean} answer
 * @property {(hotel: Hotel) => void} book
 * @property {() => void} search
 */

/**
 * @typedef {object} TurnPlace where the turn stands in its conversation
 * @property {boolean} newest
 * @property {boolean} active the session takes turns
 * @property {boolean} current its hotels can be booked
 * @property {boolean} connected
 * @property {Criteria | null} criteria
 * @property {string} nextText what the customer said after it, '' when nothing
 * @property {string | null} session its id
 */

export {};
