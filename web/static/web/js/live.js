// What others do, as it happens: follows the game's stream and asks for the parts that changed.

import { heard } from "./chat.js";
import { notice } from "./site.js";
import { Stream } from "./stream.js";

// A stream that ends is opened again by the browser within seconds: only what lasts is told.
const PATIENCE = 8000;
const RETRY = 2000; // ms until what could not be got is asked for again
const page = document.getElementById("live") ?? document.body;
const plain = document.title;
let seen = 0; // The newest version that the stream has told of.
let asked = null;
let seated = null; // Who has the seats.
let lost = false;
let doubt = null;

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

// The answer to a move brings the parts along, so nothing is asked for while one is on its way.
let moving = 0;

function refresh() {
  clearTimeout(asked);
  asked = setTimeout(() => {
    if (moving) return;
    const decision = document.getElementById("panel")?.dataset.decision ?? "";
    const address = `${page.dataset.refresh}?since=${version()}&decision=${decision}`;
    // The target stays in the page whatever is put in place: htmx looks for the others from there.
    window.htmx.ajax("GET", address, { target: page, swap: "none" }).then(found, unanswered);
  }, 40);
}

// The stream tells of an event once: who could not ask for its parts then does so later.
function unanswered() {
  lost = true;
  clearTimeout(asked);
  asked = setTimeout(refresh, RETRY);
}

function tell(text) {
  notice(text, "warning");
  lost = true;
}

function found() {
  clearTimeout(doubt);
  doubt = null;
  if (!lost) return;
  lost = false;
  notice(page.dataset.found, "success");
  refresh();
}

const stream = new Stream(() => `${page.dataset.stream}?after=${seen}`, {
  open: found,
  chat: heard,
  table: (message) => {
    const players = JSON.stringify(JSON.parse(message.data).seats.map((seat) => [seat.user, seat.label]));
    // A seat has gone to somebody else: names, marks and what the viewer may do are others now.
    if (seated !== null && players !== seated) location.reload();
    seated = players;
  },
  event: (message) => {
    seen = Math.max(seen, Number(message.lastEventId));
    if (seen > version()) refresh();
  },
  end: () => {
    clearTimeout(doubt);
    refresh();
  },
  error: () => {
    doubt ??= setTimeout(() => tell(page.dataset.lost), PATIENCE);
  },
});

function over() {
  return "over" in (status()?.dataset ?? {});
}

document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") moving += 1;
});
addEventListener("online", () => {
  if (seen > version()) refresh();
});
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb !== "post") return;
  moving = Math.max(0, moving - 1);
  if (seen > version()) refresh();
});
// The page is loaded anew when the game has ended: then it begins with the score sheet.
addEventListener("load", () => setTimeout(() => { history.scrollRestoration = "auto"; }));
document.body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.xhr.getResponseHeader("HX-Refresh")) history.scrollRestoration = "manual";
});
// An answer that was overtaken by a newer one is not shown.
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const told = /id="status"[^>]*data-version="(\d+)"/.exec(detail.xhr.responseText);
  if (told && Number(told[1]) < version()) detail.shouldSwap = false;
});
document.body.addEventListener("htmx:afterSettle", mark);
document.body.addEventListener("htmx:oobAfterSwap", mark);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && stream.idle && !over()) stream.open();
});

mark();
if (page.dataset.stream && !over()) stream.open();
