// What others do, as it happens: follows the game's stream and asks for the parts that changed.

import { heard } from "./chat.js";
import { follow } from "./mine.js";
import { notice } from "./site.js";
import { Stream } from "./stream.js";

// A stream that ends is opened again by the browser within seconds: only a longer loss is reported.
const PATIENCE = 8000;
// ms until what could not be got is asked for again: each time twice as long.
const RETRY = 2000;
const LONGEST = 30000;
const page = document.getElementById("live") ?? document.body;
const plain = document.title;
let seen = 0; // The newest version that the stream has announced.
let asked = null;
let asking = false;
let useless = false; // Asking again: refused for good, or the page is being loaded anew.
let wait = RETRY;
let seated = null; // Who has the seats.
let agreed = null; // The seats that would end the game without a result.
let lost = false;
let doubt = null;

function status() {
  return document.getElementById("status");
}

export function version() {
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

function refresh(delay = 40) {
  clearTimeout(asked);
  asked = setTimeout(ask, delay);
}

function ask() {
  if (moving || asking) return;
  asking = true;
  useless = false;
  const before = version();
  const decision = document.getElementById("panel")?.dataset.decision ?? "";
  const address = `${page.dataset.refresh}?since=${before}&decision=${decision}`;
  const done = () => answered(before);
  // The target stays in the page whatever is put in place: htmx looks for the others from there.
  window.htmx.ajax("GET", address, { source: page, target: page, swap: "none" }).then(done, done);
}

// Whether the stream has announced something that the page does not show.
function behind() {
  const shown = document.getElementById("agree");
  return seen > version() || Boolean(shown && agreed !== null && shown.dataset.seats !== agreed);
}

// The stream announces an event once: a page that failed to get its parts asks again. What the page
// shows decides, since htmx calls most failures done, and a request that it has dropped too.
function answered(before) {
  asking = false;
  if (!behind() || version() > before) wait = RETRY;
  if (!behind()) return found();
  if (useless) return;
  if (version() > before) return refresh();
  missed();
  refresh(wait);
  wait = Math.min(2 * wait, LONGEST);
}

// Not in a hidden tab.
function missed() {
  if (document.hidden) return;
  doubt ??= setTimeout(() => {
    notice(page.dataset.lost, "warning");
    lost = true;
  }, PATIENCE);
}

function calm() {
  clearTimeout(doubt);
  doubt = null;
}

function found() {
  calm();
  if (lost) notice(page.dataset.found, "success");
  lost = false;
}

const stream = new Stream(() => `${page.dataset.stream}?after=${seen}`, {
  open: () => (behind() ? refresh() : found()),
  chat: heard,
  table: (message) => {
    const { seats } = JSON.parse(message.data);
    const players = JSON.stringify(seats.map((seat) => [seat.user, seat.label]));
    // A seat has gone to somebody else: names, marks and what the viewer may do are others now.
    if (seated !== null && players !== seated) location.reload();
    seated = players;
    agreed = seats.filter((seat) => seat.abandons).map((seat) => seat.seat).join(" ");
    if (behind()) refresh();
  },
  event: (message) => {
    seen = Math.max(seen, Number(message.lastEventId));
    if (behind()) refresh();
  },
  end: () => {
    calm();
    refresh();
  },
  error: missed,
});

function over() {
  return "over" in (status()?.dataset ?? {});
}

document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") moving += 1;
});
addEventListener("online", () => {
  if (behind()) refresh();
});
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb !== "post") return;
  moving = Math.max(0, moving - 1);
  if (behind()) refresh();
});
// The page is loaded anew when the game has ended: then it begins with the score sheet.
addEventListener("load", () => setTimeout(() => { history.scrollRestoration = "auto"; }));
document.body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (!detail.xhr.getResponseHeader("HX-Refresh")) return;
  history.scrollRestoration = "manual";
  useless = true;
});
// Requests that are repeated automatically report here, and only a longer failure.
page.addEventListener("htmx:sendError", (event) => event.stopPropagation());
page.addEventListener("htmx:responseError", (event) => {
  useless = [403, 404].includes(event.detail.xhr.status);
  if (!useless) event.stopPropagation();
});
// Then htmx never calls the request done.
page.addEventListener("htmx:onLoadError", () => { asking = false; });
// An answer that was overtaken by a newer one is not shown.
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const shown = /id="status"[^>]*data-version="(\d+)"/.exec(detail.xhr.responseText);
  if (shown && Number(shown[1]) < version()) detail.shouldSwap = false;
});
document.body.addEventListener("htmx:afterSettle", mark);
document.body.addEventListener("htmx:oobAfterSwap", mark);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) calm();
});

// A hidden tab has no stream of the game: whether it waits for the viewer, the title still
// says. What else there is comes when the page is looked at again.
function turned(games) {
  const turn = games.find(({ game }) => game === document.body.dataset.game);
  if (turn) seen = Math.max(seen, turn.version);
  const done = document.hidden && !turn && "mine" in (status()?.dataset ?? {});
  if (behind() || done) refresh();
}

mark();
if (page.dataset.stream && !over()) {
  stream.whileVisible();
  follow(turned);
}
