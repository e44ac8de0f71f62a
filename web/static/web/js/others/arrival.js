// Marks what has changed with moves that arrived, as a replay does; after a while the marks go.

import { clearMarks, marking, morph } from "../replay/morph.js";
import { clearRings, showRings } from "../replay/rings.js";

const LONG_ENOUGH = 7000; // ms
const ASIDE = ".rail, .strip, .table-head, #panel-frame, svg, [hidden]"; // where something new is shown anyway
const OTHERS = ".lit-deal, .lit-link, .start-deal, .start-link"; // what other scripts put into the parts

const table = document.querySelector(".table-grid");
let fading = 0;

function clear() {
  clearTimeout(fading);
  clearMarks(table);
  clearRings(table);
}

// The earlier part is morphed into the present one, which marks what differs; only the marks are used.
function markPart(was, now) {
  for (const one of was.querySelectorAll(OTHERS)) one.remove();
  clearMarks(was);
  marking(true);
  morph(was, now.cloneNode(true));
  const [marked, shown] = [was, now].map((part) => [...part.querySelectorAll("*")]);
  if (marked.length !== shown.length) return;
  for (const [at, one] of marked.entries()) {
    if (!one.classList.contains("changed") || one.matches(OTHERS)) continue;
    shown[at].classList.add("changed");
    if (one.dataset.by) shown[at].dataset.by = one.dataset.by;
  }
}

function spacesAfter(version) {
  const moves = [...document.querySelectorAll(".chip[data-hexes], .log-step[data-hexes]")];
  return new Set(moves.filter(({ dataset }) => Number(dataset.v) > version).flatMap(({ dataset }) => dataset.hexes.split(" ")));
}

// `before` are the parts as they were at the version `seen`, by id.
export function markArrival(before, seen) {
  clear();
  for (const [id, was] of before) {
    const now = document.getElementById(id);
    if (now && !now.closest(ASIDE) && now.checkVisibility()) markPart(was, now);
  }
  showRings(table, spacesAfter(seen));
  fading = setTimeout(clear, LONG_ENOUGH);
}

document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") clear();
});
