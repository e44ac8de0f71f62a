// Puts the parts of a version in the place of those that are shown, and marks what is new in them.

import { clearMarks, marking, morph } from "./morph.js";

const moment = document.getElementById("moment");
const shown = new Map();

// What an event has changed is marked wherever one comes from: `before` are the parts of the
// version before it, null for the first one.
export function showMoment(before, parts, hexes) {
  for (const part of [moment, document.getElementById("at-status")]) clearMarks(part);
  marking(false);
  if (before) become(before);
  marking(Boolean(before));
  become(parts);
  moment.querySelector("svg.map").setAttribute("aria-label", document.getElementById("at-description").textContent);
  showHexes(hexes);
}

function become(parts) {
  for (const [id, html] of Object.entries(parts)) {
    if (shown.get(id) !== html) put(placeOf(id), html);
    shown.set(id, html);
  }
}

// A part stands in a place that holds it, or, on the board, where its own id is.
function placeOf(id) {
  return document.getElementById(`at-${id}`) ?? document.getElementById(id);
}

function put(place, html) {
  const wanted = place.cloneNode(false);
  wanted.innerHTML = html;
  const whole = wanted.firstElementChild?.id === place.id;
  morph(place, whole ? wanted.firstElementChild : wanted);
}

// A ring around each space that the event changes.
function showHexes(hexes) {
  for (const ring of moment.querySelectorAll(".ring")) ring.remove();
  for (const hex of hexes) {
    const space = moment.querySelector(`.drawn [data-hex="${CSS.escape(hex)}"] polygon`);
    if (!space) continue;
    for (const kind of ["ring under", "ring"]) {
      const ring = space.cloneNode(false);
      ring.removeAttribute("data-hex");
      ring.setAttribute("class", kind);
      document.getElementById("pieces").before(ring);
    }
  }
}
