// A game that still goes on: follows its stream, and says when there is more of it.

import { notice } from "../site.js";

const GATHER = 500; // ms; what comes together is fetched together
const RETRY = 5000;
// A stream that ends is opened again by the browser within seconds: only what lasts is told.
const PATIENCE = 8000;

export function follow({ url, newest, words, arrived }) {
  let seen = newest;
  let stream = null;
  let gathering = 0;
  let doubt = 0;
  let lost = false;

  function tell() {
    gathering ||= setTimeout(() => {
      gathering = 0;
      arrived();
    }, GATHER);
  }

  function found() {
    clearTimeout(doubt);
    doubt = 0;
    if (lost) notice(words.found, "success");
    lost = false;
  }

  function missed() {
    doubt ||= setTimeout(() => {
      lost = true;
      notice(words.cut, "warning");
    }, PATIENCE);
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, RETRY);
  }

  function listen() {
    stream = new EventSource(`${url}?after=${seen}`);
    stream.addEventListener("open", found);
    stream.addEventListener("error", missed);
    stream.addEventListener("event", ({ lastEventId }) => {
      seen = Math.max(seen, Number(lastEventId));
      tell();
    });
    stream.addEventListener("end", () => {
      stream.close();
      clearTimeout(doubt);
      tell();
    });
  }

  listen();
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (event) => event.persisted && listen());
}
