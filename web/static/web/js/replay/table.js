// Puts the parts of a version in the place of those that are shown, and marks what is new in them.

import { clearMarks, marking, morph } from "./morph.js";
import { clearRings, showRings } from "./rings.js";

export class MomentView {
  #shown = new Map();

  // `roots` are the elements in which something is marked, the first one holds the map. `placeOf`
  // says where a part stands, by its id: nowhere where it is not to be shown.
  constructor({ roots, placeOf }) {
    this.roots = roots;
    this.placeOf = placeOf;
  }

  // What an event has changed is marked wherever one comes from: `before` are the parts of the
  // version before it, null for the first one.
  show(before, parts, hexes) {
    this.clear();
    marking(false);
    if (before) this.#become(before);
    marking(Boolean(before));
    this.#become(parts);
    showRings(this.roots[0], hexes);
  }

  clear() {
    for (const root of this.roots) clearMarks(root);
    clearRings(this.roots[0]);
  }

  #become(parts) {
    for (const [id, html] of Object.entries(parts)) {
      const place = this.#shown.get(id) !== html && this.placeOf(id);
      if (place) put(place, html);
      this.#shown.set(id, html);
    }
  }
}

function put(place, html) {
  const wanted = place.cloneNode(false);
  wanted.innerHTML = html;
  const whole = wanted.firstElementChild?.id === place.id;
  morph(place, whole ? wanted.firstElementChild : wanted);
}
