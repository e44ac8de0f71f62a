// Which games wait for the viewer, on every page but the table's: in the header, in the title and as
// a mark on the icon. One tab of the browser listens for all of them. That the connection is lost is
// not told here: the page says what it said when it was loaded.

import { Stream } from "./stream.js";

const LOCK = "caledonia-turns";
const badge = document.getElementById("waiting");
const icon = document.getElementById("icon");
const plain = document.title;
const tabs = new BroadcastChannel(LOCK);
const written = Number(badge.querySelector(".number").textContent);
const games = new Set();
let known = null;

function show(count) {
  badge.hidden = count === 0;
  badge.querySelector(".number").textContent = count;
  document.title = count ? `(${count}) ${plain}` : plain;
  const wanted = count ? badge.dataset.iconTurn : badge.dataset.icon;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

function follow(ids) {
  show(ids.length);
  const told = [...ids].sort().join();
  // Of what was there when the page was made only the number is known.
  const same = known === null ? ids.length === written : told === known;
  if (!same) document.getElementById("games")?.dispatchEvent(new Event("changed"));
  known = told;
}

function tell() {
  const ids = [...games];
  follow(ids);
  tabs.postMessage(ids);
}

let release = () => {};
const stream = new Stream(() => badge.dataset.stream, {
  waiting: ({ data }) => {
    games.clear();
    for (const game of JSON.parse(data).games) games.add(game.game);
    tell();
  },
  turn: ({ data }) => {
    games.add(JSON.parse(data).game);
    tell();
  },
  done: ({ data }) => {
    games.delete(JSON.parse(data).game);
    tell();
  },
  // Signed out, perhaps in another window: nothing more will come.
  end: () => release(),
});

// The tab that has the lock listens, the others hear of it; when it goes, the next one has the lock.
function takeTurns() {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort(), { once: true });
  const listening = () =>
    new Promise((done) => {
      release = done;
      leaving.signal.addEventListener("abort", done);
      stream.open();
    }).finally(() => stream.close());
  navigator.locks.request(LOCK, { signal: leaving.signal }, listening).catch(() => {
    // The page was left before its turn came.
  });
}

// Only pages behind HTTPS have locks. Without them a tab listens while it is looked at.
function whileVisible() {
  const change = () => (document.hidden ? stream.close() : stream.open());
  document.addEventListener("visibilitychange", change);
  addEventListener("pagehide", () => stream.close());
  change();
}

tabs.addEventListener("message", ({ data }) => follow(data));
show(written);
if (navigator.locks) {
  takeTurns();
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) takeTurns();
  });
} else {
  whileVisible();
}
