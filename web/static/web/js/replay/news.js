// A game that still goes on: follows its stream, and says when there is more of it.

import { notice } from "../site.js";

const GATHER = 500; // ms; what comes together is fetched together
const RETRY = 5000;
// ms until what could not be fetched is asked for again: each time twice as long.
const FIRST = 2000;
const LONGEST = 30000;
// A stream that ends is opened again by the browser within seconds: only what lasts is told.
const PATIENCE = 8000;

export function follow({ url, newest, words, arrived }) {
  let seen = newest;
  let stream = null;
  let gathering = 0;
  let late = 0; // ms that the next try waits; 0 while nothing has failed
  let doubt = 0;
  let lost = false;

  function tell() {
    gathering ||= setTimeout(bring, late || GATHER);
  }

  async function bring() {
    gathering = 0;
    try {
      await arrived();
    } catch {
      late = Math.min(2 * late || FIRST, LONGEST);
      doubted();
      return tell();
    }
    if (late) found();
    late = 0;
  }

  function found() {
    clearTimeout(doubt);
    doubt = 0;
    if (lost) notice(words.found, "success");
    lost = false;
  }

  function doubted() {
    doubt ||= setTimeout(() => {
      lost = true;
      notice(words.cut, "warning");
    }, PATIENCE);
  }

  function missed() {
    doubted();
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, RETRY);
  }

  function listen() {
    stream = new EventSource(`${url}?after=${seen}`);
    stream.addEventListener("open", () => late || found());
    stream.addEventListener("error", missed);
    stream.addEventListener("event", ({ lastEventId }) => {
      seen = Math.max(seen, Number(lastEventId));
      tell();
    });
    stream.addEventListener("end", () => {
      stream.close();
      clearTimeout(doubt);
      doubt = 0;
      tell();
    });
  }

  listen();
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (event) => event.persisted && listen());
}
