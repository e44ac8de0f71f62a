// What others did: the strip below the board, moves that arrive, and what the log lights up. The
// scripts for it are loaded when they are first needed.

import { notice } from "./site.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const LOG = ".rail [data-query]";
const STRIP = ".strip button, .chip";

function plainly(event) {
  return !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
}

// --- the strip -----------------------------------------------------------------------------------

document.addEventListener("click", async (event) => {
  const pressed = event.target.closest?.(STRIP);
  if (!pressed || !plainly(event)) return;
  event.preventDefault();
  const { press } = await import("./others/playing.js");
  press(pressed, () => notice(document.getElementById("live").dataset.lost, "error"));
});

// --- moves that arrive ---------------------------------------------------------------------------

let arriving = null; // The version that was shown, and parts as they were, by id.

function version() {
  return Number(document.getElementById("status")?.dataset.version ?? 0);
}

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const live = detail.xhr.responseURL.includes("/refresh/") && !still.matches && !document.hidden;
  arriving = live ? { seen: version(), before: new Map() } : null;
});
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
  if (!arriving) return;
  if (!arriving.before.size) setTimeout(mark, 0, arriving);
  arriving.before.set(target.id, target.cloneNode(true));
});

async function mark({ seen, before }) {
  if (version() === seen) return;
  const { markArrival } = await import("./others/arrival.js");
  markArrival(before, seen);
}

// --- the log -------------------------------------------------------------------------------------

// Updates of the log keep its filter.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const query = document.querySelector(LOG)?.dataset.query;
  if (query) detail.headers["Log-Query"] = query;
});

document.addEventListener("click", async ({ target }) => {
  const number = target.closest?.(".contract-no");
  if (number) (await import("./others/log.js")).showCard(number);
});

async function light(event) {
  if (!event.target.closest?.(`${LOG}, .chip`)) return;
  for (const type of ["pointerover", "focusin"]) document.removeEventListener(type, light);
  const { begin } = await import("./others/log.js");
  begin(event);
}
for (const type of ["pointerover", "focusin"]) document.addEventListener(type, light);
