/** Puts the page together: one store, one connection, and the views that read the store. */

import { Announcer, sentenceFor } from "./announcer.js";
import { Banner } from "./banner.js";
import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { setStayLimits } from "./controls/dates.js";
import { byId } from "./dom.js";
import { Ending } from "./ending.js";
import { PanelToggle } from "./panel-toggle.js";
import { answerFrame, chooseFrame, messageFrame, searchFrame } from "./protocol.js";
import { Rail } from "./rail.js";
import { storage } from "./storage.js";
import { Store } from "./store.js";
import { Transcript } from "./transcript.js";
import { words } from "./words.js";

/** @import { CriterionName } from "./types.js" */

const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));

const { today = "", maxCheckIn = "", maxCheckOut = "" } = byId("app").dataset;
setStayLimits({ today, maxCheckIn, maxCheckOut });

const store = new Store();
const chat = new Chat(store, storage);
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const connection = new Connection(`${scheme}//${location.host}/ws/chat/`, () => chat.hello());
const announcer = new Announcer(byId("announcer"));

const composer = new Composer(
  {
    form: /** @type {HTMLFormElement} */ (byId("composer")),
    field: /** @type {HTMLTextAreaElement} */ (byId("message")),
    button: button("send"),
    note: byId("composer-note"),
  },
  { say: (text) => chat.say(text), stop: () => chat.stop(), announce: (sentence) => announcer.say(sentence) },
  storage,
);

/**
 * Where the reader goes once a control has done its work and is about to be disabled or removed: to the message
 * field, except where that would open a keyboard on the screen.
 */
function moveOn() {
  if (matchMedia("(pointer: coarse)").matches) byId("transcript").focus({ preventScroll: true });
  else composer.focus();
}

/** @param {CriterionName} criterion @param {object} value */
function answer(criterion, value) {
  return chat.act(answerFrame(criterion, value));
}

/** @param {string} [from] */
function startNew(from) {
  chat.startNew(from);
  moveOn();
}

function search() {
  if (chat.act(searchFrame(), words.searching)) moveOn();
}

const transcript = new Transcript(
  {
    scroller: byId("transcript"),
    welcome: byId("welcome"),
    earlier: button("earlier"),
    turns: byId("turns"),
    newReply: button("new-reply"),
  },
  {
    retry: (turn) => chat.retry(turn),
    edit: (turn) => composer.giveBack(turn.request.text),
    quickReply(turn, index) {
      const reply = turn.message?.quick_replies[index];
      if (!reply || !chat.act(reply.frame, reply.label)) return;
      store.update(turn, { chosen: index });
      moveOn();
    },
    answer(criterion, value) {
      const taken = answer(criterion, value);
      if (taken) moveOn();
      return taken;
    },
    book(hotel) {
      if (chat.act(chooseFrame(hotel.slug), words.hotels.choosing(hotel.name))) moveOn();
    },
    search,
  },
  { earlier: () => chat.earlier(), connected: () => connection.live },
);

const dialog = /** @type {HTMLDialogElement} */ (byId("criterion-dialog"));
const rail = new Rail({ list: byId("rail-list"), search: button("search"), dialog }, { answer, search });
const ending = new Ending(byId("ending"), byId("composer"), startNew);
new PanelToggle({ panel: byId("panel"), toggle: button("panel-toggle"), close: button("panel-close") }, storage, async () => {
  // Drawing graphs is no part of the first paint, and on a phone of few visits.
  const { PathPanel } = await import("./path-panel.js");
  const panel = new PathPanel(byId("panel-body"));
  store.subscribe((state) => panel.render(state));
});
new Banner(byId("banner"), connection, announcer);

for (const view of [transcript, rail, composer, ending]) store.subscribe((state) => view.render(state));
connection.addEventListener("status", () => transcript.render(store.state));

chat.addEventListener("settled", (event) => announcer.say(sentenceFor(/** @type {CustomEvent} */ (event).detail)));
chat.addEventListener("refused", (event) => announcer.say(/** @type {CustomEvent} */ (event).detail));
chat.addEventListener("returned", (event) => composer.giveBack(/** @type {CustomEvent} */ (event).detail));

byId("welcome").addEventListener("click", (event) => {
  const example = /** @type {HTMLElement} */ (event.target).closest("button");
  if (example?.textContent && chat.act(messageFrame(example.textContent), example.textContent.trim())) moveOn();
});

chat.connect(connection);
