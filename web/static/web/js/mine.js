// The games that wait for the user. One tab of a browser hears of them from the server and tells the
// others, since a stream takes one of the six connections that a browser has to a server for all its
// tabs. When that tab goes, another one listens.

import { Stream } from "./stream.js";

const { stream: address, user } = document.getElementById("waiting")?.dataset ?? {};
// Pages of another account in the same browser neither hear this nor wait for their turn behind it.
const NAME = `caledonia-turns-${user}`;
const ASK = "ask";
const games = new Map(); // What this tab has heard from the server: versions by game.
let act = () => {};
let known = false;
let tabs = null;
let release = () => {};

function announce() {
  const list = [...games].map(([game, version]) => ({ game, version }));
  known = true;
  act(list);
  tabs?.postMessage(list);
}

function stop() {
  known = false;
  stream.close();
  release();
}

const stream = new Stream(() => address, {
  waiting: ({ data }) => {
    const list = JSON.parse(data);
    // Somebody else has signed in since this page was made, and the browser has asked for them.
    if (String(list.user) !== user) return stop();
    games.clear();
    for (const { game, version } of list.games) games.set(game, version);
    announce();
  },
  turn: ({ data }) => {
    const { game, version } = JSON.parse(data);
    games.set(game, version);
    announce();
  },
  done: ({ data }) => {
    games.delete(JSON.parse(data).game);
    announce();
  },
  // Signed out, perhaps in another window: nothing more will come.
  end: stop,
});

// The tab that has the lock listens. A tab that is new asks it for the list that it has.
function share() {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort(), { once: true });
  const listening = () =>
    new Promise((done) => {
      release = done;
      leaving.signal.addEventListener("abort", done);
      stream.open();
    }).finally(stop);
  navigator.locks.request(NAME, { signal: leaving.signal }, listening).catch(() => {
    // The page was left before its turn came.
  });
  tabs.postMessage(ASK);
}

// Calls `changed` with the games that wait, each with its version, whenever they change.
export function follow(changed) {
  if (!address) return;
  act = changed;
  // Only pages behind HTTPS have locks. Without them each tab listens, while it is looked at.
  if (!navigator.locks || !window.BroadcastChannel) return stream.whileVisible();
  tabs = new BroadcastChannel(NAME);
  tabs.addEventListener("message", ({ data }) => {
    if (data !== ASK) act(data);
    else if (known) announce();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && share());
  share();
}
