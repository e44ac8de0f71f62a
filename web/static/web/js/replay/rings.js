// A ring around each space of the map that an event changes.

export function clearRings(root) {
  for (const ring of root.querySelectorAll(".ring")) ring.remove();
}

export function showRings(root, hexes) {
  clearRings(root);
  for (const hex of hexes) {
    const space = root.querySelector(`.drawn [data-hex="${CSS.escape(hex)}"]`);
    if (!space) continue;
    for (const kind of ["ring under", "ring"]) {
      const ring = space.cloneNode(false);
      ring.removeAttribute("data-hex");
      ring.setAttribute("class", kind);
      document.getElementById("pieces").before(ring);
    }
  }
}
