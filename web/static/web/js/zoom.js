// The size of the board on the page: two fingers, or the buttons of the panel. What lies in the
// middle stays there. The frame around the map scrolls.

import { map, spaces } from "./hexes.js";

const MOST = 4;
const STEP = 1.4;
const frame = map?.closest(".map-frame");
let factor = 1;
let own = false; // Whether somebody has chosen this size: then it is kept.
let fingers = null;

function set(wanted, [x, y] = [frame.clientWidth / 2, frame.clientHeight / 2]) {
  const before = map.getBoundingClientRect();
  const box = frame.getBoundingClientRect();
  const [left, top] = [box.left + x - before.left, box.top + y - before.top];
  factor = Math.min(Math.max(wanted, 1), MOST);
  const plain = factor === 1;
  map.style.width = plain ? "" : `${factor * 100}%`;
  map.style.maxHeight = plain ? "" : "none";
  map.style.height = plain ? "" : "auto";
  frame.classList.toggle("zoomed", !plain);
  const after = map.getBoundingClientRect();
  frame.scrollLeft += (left / before.width) * after.width - (x + box.left - after.left);
  frame.scrollTop += (top / before.height) * after.height - (y + box.top - after.top);
  frame.dispatchEvent(new CustomEvent("zoomed"));
}

// How many CSS pixels a unit of the drawing takes.
export function scale() {
  return map ? map.getBoundingClientRect().width / map.viewBox.baseVal.width : 1;
}

export function step(direction) {
  if (!map) return;
  own = true;
  set(direction === "in" ? factor * STEP : factor / STEP);
}

// Shows some elements of the drawing as large as they fit, but a space no wider than so many CSS
// pixels; a size that somebody has chosen stays.
export function show(elements, wide) {
  if (!map || !elements.length) return;
  if (!own) {
    set(1);
    const box = around(elements);
    const room = Math.min(frame.clientWidth / (box.right - box.left + 24), lasting(box));
    set(Math.min(room, wide / (2 * spaces[0].size * scale())));
  }
  const box = around(elements);
  const outer = frame.getBoundingClientRect();
  frame.scrollLeft += (box.left + box.right) / 2 - (outer.left + outer.width / 2);
  frame.scrollTop += (box.top + box.bottom) / 2 - (outer.top + outer.height / 2);
}

// The frame grows with the map up to its greatest height.
function lasting(box) {
  const most = parseFloat(getComputedStyle(frame).maxHeight) || frame.clientHeight;
  return most / (box.bottom - box.top + 24);
}

export function forget() {
  if (map && !own && factor !== 1) set(1);
}

function around(elements) {
  const boxes = elements.map((one) => one.getBoundingClientRect());
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

function spread([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function middle([one, other]) {
  const box = frame.getBoundingClientRect();
  return [(one.clientX + other.clientX) / 2 - box.left, (one.clientY + other.clientY) / 2 - box.top];
}

if (map) {
  frame.addEventListener("touchstart", ({ touches }) => {
    fingers = touches.length === 2 ? { apart: spread(touches), factor } : null;
  }, { passive: true });
  frame.addEventListener("touchmove", (event) => {
    if (!fingers || event.touches.length !== 2) return;
    event.preventDefault();
    own = true;
    set((fingers.factor * spread(event.touches)) / fingers.apart, middle(event.touches));
  }, { passive: false });
  frame.addEventListener("touchend", () => { fingers = null; });
  document.addEventListener("change", ({ target }) => {
    if (target.name !== "zoom") return;
    own = false;
    set(1);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-zoom]");
    if (button) step(button.dataset.zoom);
  });
}
