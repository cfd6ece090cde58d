/** Every sentence the page itself says. One voice: plain, warm, short; an error names one next step. */

/** @param {number} count @param {string} one @param {string} many */
export function plural(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

export const words = {
  you: "You",
  assistant: "Concierge",

  phase: {
    sending: "Sending…",
    waiting: "Waiting for the connection…",
    received: "Received",
    answered: "Answered",
    cancelled: "Stopped. Nothing was changed.",
  },
  retry: "Try again",
  edit: "Edit and send again",
  slow: "Still working on it",

  send: "Send",
  stop: "Stop",
  placeholder: "Tell me about your stay…",
  placeholderBusy: "Write your next message…",
  searching: "Search now",
  waitForReply: "One moment: I am still answering. You can stop it, or wait.",
  tooLong: (/** @type {number} */ over) => `${plural(over, "character", "characters")} too many. Please shorten it.`,
  charactersLeft: (/** @type {number} */ left) => `${plural(left, "character", "characters")} left`,

  failure: {
    interrupted: "The connection to the hotel desk was interrupted. Nothing was lost.",
    tooLarge: "That was too large to send. Please write a shorter message.",
    general: "Something went wrong on our side. Nothing was changed.",
  },

  connection: {
    connecting: "Connecting…",
    lost: "The connection was lost.",
    restarting: "The service is restarting.",
    silent: "The server is not answering.",
    retryIn: (/** @type {number} */ seconds) => `Trying again in ${seconds} s.`,
    retrying: "Trying again…",
    retryNow: "Try now",
    offline: "You are offline. Your messages wait here until you are back.",
    signed_out: "This page has been open too long to go on. Reload it to continue where you were.",
    too_many_errors: "The server closed this connection. Reload the page to go on.",
    reload: "Reload the page",
    back: "Connected again.",
    gone: "Connection lost. Trying again.",
  },

  rail: {
    missing: "Not chosen yet",
    any: "No preference",
    noLimit: "No limit",
    perNight: (/** @type {string} */ amounts) => `${amounts} a night`,
    atMost: (/** @type {string} */ amount) => `At most ${amount}`,
    atLeast: (/** @type {string} */ amount) => `At least ${amount}`,
    toAirport: (/** @type {string} */ distance) => `${distance} to the airport`,
    toCenter: (/** @type {string} */ distance) => `${distance} to the center`,
    limits: (/** @type {number} */ count) => plural(count, "limit", "limits"),
    shortMissing: "Choose",
    shortAny: "Any",
    halfStay: (/** @type {string} */ day) => `From ${day}, check-out open`,
    halfStayEnd: (/** @type {string} */ day) => `Until ${day}, check-in open`,
    anyRoom: "Any room, cheapest first",
    state: {
      set: "chosen",
      any: "no preference",
      half: "incomplete",
      missing: "not chosen yet",
      problem: "needs a change",
    },
  },

  form: {
    save: "Save",
    cancel: "Cancel",
    dates: {
      title: "When are you staying?",
      checkIn: "Check-in",
      checkOut: "Check-out",
      empty: "Choose a check-in date.",
      half: "Choose a check-out date too, or save and tell me later.",
      order: "Check-out is on or before check-in.",
      tooEarly: "That day has passed.",
      tooLong: (/** @type {number} */ nights) => `A stay has at most ${nights} nights, within the next year and a half.`,
    },
    budget: {
      title: "What would you like to pay for a night?",
      fields: ["At least", "At most"],
      noLimit: "No limit",
      note: "US dollars a night. Taxes and fees are not included.",
      empty: "Type an amount, or choose “No limit”.",
      invalid: "An amount looks like 250 or 199.50.",
      order: "“At least” is more than “at most”.",
      low: "An amount is more than zero.",
    },
    room_type: {
      title: "Which room would you like?",
      any: "Any room",
      anyNote: "The cheapest that each hotel offers",
      empty: "Choose a room, or “Any room”.",
    },
    amenities: {
      title: "What should the hotel have?",
      search: "Find an amenity",
      none: "No preference",
      nothing: "No amenity has that name.",
      empty: "Tick what you need, or choose “No preference”.",
      count: (/** @type {number} */ count) => `${count} chosen`,
    },
    distance: {
      title: "How far may it be?",
      fields: ["Miles to the city center, at most", "Miles to the airport (PDX), at most"],
      noLimit: "No limit",
      note: "A field left empty sets no limit.",
      empty: "Type a distance, or choose “No limit”.",
      invalid: "A distance looks like 5 or 2.5.",
      low: "A distance is not below zero.",
    },
  },

  hotels: {
    outdated: "These results are out of date.",
    searchAgain: "Search again",
    perNight: "a night",
    total: (/** @type {number} */ nights) => `total for ${plural(nights, "night", "nights")}`,
    notIncluded: "Taxes and fees not included",
    nightByNight: "Night by night",
    night: "Night",
    price: "Price",
    asked: "you asked for it",
    allAmenities: (/** @type {number} */ count) => `${count} more amenities`,
    airport: "airport",
    center: "city center",
    roomsLeft: (/** @type {number} */ count) => `Only ${plural(count, "room", "rooms")} left`,
    book: (/** @type {string} */ hotel, /** @type {string} */ total) => `Book ${hotel} for ${total}`,
    choosing: (/** @type {string} */ hotel) => `Book ${hotel}`,
  },

  booking: {
    title: "Your room is booked",
    confirmation: "Confirmation",
    hotel: "Hotel",
    stay: "Stay",
    total: "Total",
    receipt: "Open the receipt",
    calendar: "Add to calendar",
  },

  ending: {
    completed: "This conversation is complete.",
    completedStep: "Start a new booking",
    expired: "This conversation was idle for a long time and has ended. What you asked for is not lost.",
    expiredStep: "Continue with the same wishes",
  },

  panel: {
    idle: "Send a message to see which steps it passes through.",
    restored: "The steps of the next message will light up here.",
    decisions: "Decisions of this turn",
    noDecisions: "No decision was needed.",
    outcome: {
      success: "decided",
      skipped: "no call needed",
      fallback: "fallback",
      failed: "failed",
      cancelled: "stopped",
      handler_failed: "handler failed",
      fallback_handler_failed: "fallback failed",
    },
    attempts: (/** @type {number} */ count) => plural(count, "attempt", "attempts"),
    tokens: (/** @type {number} */ count) => plural(count, "token", "tokens"),
    deciding: "Deciding",
    talking: "Talking",
    thisTurn: "This turn",
    session: "Session",
    calls: (/** @type {number} */ count) => plural(count, "call", "calls"),
    skipped: (/** @type {number} */ count) => `${count} skipped`,
    graph: (/** @type {string} */ path) => `The decision graph. Path of this turn: ${path || "none yet"}.`,
    accepted: "accepted",
    refused: "refused",
  },

  spoken: {
    hotels: (/** @type {number} */ count, /** @type {string} */ from) =>
      `${plural(count, "hotel", "hotels")} found, from ${from} in total.`,
    booked: (/** @type {string} */ hotel, /** @type {string} */ confirmation) =>
      `Booked: ${hotel}. Confirmation ${confirmation}.`,
    failed: (/** @type {string} */ reason) => `Not answered. ${reason}`,
    stopped: "Stopped.",
    busy: "Please wait for the reply, or stop it.",
  },
};
