// What others do, as it happens: follows the game's stream and asks for the parts that changed.

import { notice } from "./site.js";

const RETRY = 5000;
const page = document.getElementById("live") ?? document.body;
const plain = document.title;
let seen = 0; // The newest version that the stream has told of.
let stream = null;
let asked = null;
let lost = false;

function status() {
  return document.getElementById("status");
}

function version() {
  return Number(status()?.dataset.version ?? 0);
}

function mark() {
  const shown = status();
  if (!shown) return;
  seen = Math.max(seen, version());
  document.title = shown.dataset.title || plain;
  const icon = document.getElementById("icon");
  const wanted = "mine" in shown.dataset ? page.dataset.iconTurn : page.dataset.icon;
  if (icon && wanted && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

function refresh() {
  clearTimeout(asked);
  asked = setTimeout(() => {
    const decision = document.getElementById("panel")?.dataset.decision ?? "";
    const address = `${page.dataset.refresh}?since=${version()}&decision=${decision}`;
    window.htmx.ajax("GET", address, { target: "#status", swap: "none" });
  }, 40);
}

function tell(text) {
  notice(text, "warning");
  lost = true;
}

function found() {
  if (!lost) return;
  lost = false;
  notice(page.dataset.found, "success");
  refresh();
}

function listen() {
  stream = new EventSource(`${page.dataset.stream}?after=${seen}`);
  stream.addEventListener("open", found);
  stream.addEventListener("event", (message) => {
    seen = Math.max(seen, Number(message.lastEventId));
    if (seen > version()) refresh();
  });
  stream.addEventListener("end", () => {
    stream.close();
    refresh();
  });
  stream.addEventListener("error", () => {
    tell(page.dataset.lost);
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, RETRY);
  });
}

document.body.addEventListener("table:changed", refresh);
document.body.addEventListener("htmx:afterSettle", mark);
document.body.addEventListener("htmx:oobAfterSwap", mark);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && stream?.readyState === EventSource.CLOSED && !("over" in status().dataset)) listen();
});

mark();
if (page.dataset.stream && !("over" in (status()?.dataset ?? {}))) listen();
