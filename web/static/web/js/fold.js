// The panel on a narrow page is folded down to its head, so that one sees the table: by its button,
// by a tap on its head or a swipe, and by going to a part of the table. A new step unfolds it.

import { map } from "./hexes.js";
import { measure } from "./play.js";

const SWIPED = 24; // CSS pixels
const HEAD = ".panel-head, .held-line";
const narrow = matchMedia("(max-width: 47.99rem), (max-width: 61.99rem) and (max-height: 33.99rem)");
const frame = document.getElementById("panel-frame");
let from = null;

function fold(folded) {
  // While a space is chosen it is small, and has no head.
  if (!narrow.matches || frame.matches(".sheet-slim")) return;
  frame.classList.toggle("sheet-folded", folded);
  measure();
}

function folded() {
  return frame.matches(".sheet-folded");
}

// The button promises the board.
function showBoard() {
  const { top, bottom } = map.getBoundingClientRect();
  if (bottom < innerHeight / 4 || top > innerHeight / 2) map.closest(".map-frame").scrollIntoView({ block: "start" });
}

function press(event) {
  if (!event.target.closest(HEAD)) return;
  const button = event.target.closest("[data-fold]");
  if (!button && event.target.closest("a, button")) return;
  fold(!folded());
  if (button && folded() && map) showBoard();
}

function touch({ target, touches }) {
  from = target.closest(HEAD) && touches.length === 1 ? touches[0].clientY : null;
}

function release({ changedTouches }) {
  const way = from === null ? 0 : changedTouches[0].clientY - from;
  if (Math.abs(way) >= SWIPED) fold(way > 0);
}

if (frame) {
  frame.addEventListener("click", press);
  frame.addEventListener("touchstart", touch, { passive: true });
  frame.addEventListener("touchend", release, { passive: true });
  document.querySelector(".part-nav")?.addEventListener("click", ({ target }) => target.closest("a") && fold(true));
}
