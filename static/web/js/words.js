/** Every sentence the page itself says. One voice: plain, warm, short; an error names one next step. */

/** @param {number | string} count @param {string} noun @returns {string} for example "1 night", "2 nights" */
export function counted(count, noun) {
  return `${count} ${noun}${Number(count) === 1 ? "" : "s"}`;
}

/**
 * A sentence with gaps: `{}` takes a value as it is, `{night}` takes a count and adds its noun.
 * @param {string} pattern
 * @returns {(...values: (number | string)[]) => string}
 */
function say(pattern) {
  return (...values) =>
    pattern.replace(/\{(\w*)\}/g, (_, noun) => {
      const value = values.shift() ?? "";
      return noun ? counted(value, noun) : String(value);
    });
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
  reference: say("ref {}"),

  send: "Send",
  stop: "Stop",
  placeholder: "Tell me about your stay…",
  placeholderBusy: "Write your next message…",
  searching: "Search now",
  waitForReply: "One moment: I am still answering. You can stop it, or wait.",
  tooLong: say("{character} too many. Please shorten it."),
  charactersLeft: say("{character} left"),

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
    retryIn: say("Trying again in {} s."),
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
    perNight: say("{} a night"),
    atMost: say("At most {}"),
    atLeast: say("At least {}"),
    toAirport: say("{} to the airport"),
    toCenter: say("{} to the center"),
    limits: say("{limit}"),
    shortMissing: "Choose",
    shortAny: "Any",
    halfStay: say("From {}, check-out open"),
    halfStayEnd: say("Until {}, check-in open"),
    anyRoom: "Any room, cheapest first",
    state: {
      set: "chosen",
      any: "no preference",
      half: "incomplete",
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
      tooLong: say("A stay has at most {} nights, within the next year and a half."),
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
      count: say("{} chosen"),
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
    total: say("total for {night}"),
    notIncluded: "Taxes and fees not included",
    nightByNight: "Night by night",
    night: "Night",
    price: "Price",
    asked: "you asked for it",
    allAmenities: say("{} more amenities"),
    airport: "airport",
    center: "city center",
    roomsLeft: say("Only {room} left"),
    book: say("Book {} for {}"),
    choosing: say("Book {}"),
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
    attempts: say("{attempt}"),
    tokens: say("{token}"),
    deciding: "Deciding",
    talking: "Talking",
    thisTurn: "This turn",
    session: "Session",
    calls: say("{call}"),
    skipped: say("{} skipped"),
    graph: say("The decision graph. Path of this turn: {}."),
    accepted: "accepted",
    refused: "refused",
  },

  spoken: {
    hotels: say("{hotel} found, from {} in total."),
    booked: say("Booked: {}. Confirmation {}."),
    failed: say("Not answered. {}"),
    stopped: "Stopped.",
    busy: "Please wait for the reply, or stop it.",
  },
};
