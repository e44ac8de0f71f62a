// A game that still goes on: follows its stream, and says when there is more of it.

import { notice } from "../site.js";
import { Stream } from "../stream.js";

const GATHER = 500; // ms; what comes together is fetched together
// ms until what could not be fetched is asked for again: each time twice as long.
const FIRST = 2000;
const LONGEST = 30000;
// A stream that ends is opened again by the browser within seconds: only a longer loss is reported.
const PATIENCE = 8000;

export function follow({ url, newest, words, arrived }) {
  let seen = newest;
  let gathering = 0;
  let late = 0; // ms that the next try waits; 0 while nothing has failed
  let doubt = 0;
  let lost = false;

  function fetchSoon() {
    gathering ||= setTimeout(bring, late || GATHER);
  }

  async function bring() {
    gathering = 0;
    try {
      await arrived();
    } catch {
      late = Math.min(2 * late || FIRST, LONGEST);
      doubted();
      return fetchSoon();
    }
    if (late) found();
    late = 0;
  }

  function calm() {
    clearTimeout(doubt);
    doubt = 0;
  }

  function found() {
    calm();
    if (lost) notice(words.found, "success");
    lost = false;
  }

  // Not in a hidden tab.
  function doubted() {
    if (document.hidden) return;
    doubt ||= setTimeout(() => {
      lost = true;
      notice(words.cut, "warning");
    }, PATIENCE);
  }

  const stream = new Stream(() => `${url}?after=${seen}`, {
    open: () => late || found(),
    error: doubted,
    event: ({ lastEventId }) => {
      seen = Math.max(seen, Number(lastEventId));
      fetchSoon();
    },
    end: () => {
      calm();
      fetchSoon();
    },
  });
  stream.whileVisible();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) calm();
  });
}
