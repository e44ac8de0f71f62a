// Tells about the space of the map that one points at, taps, or goes to with the arrow keys. The
// words are those of the list of spaces; a table fetches it for the first one, and anew after moves.

import { fresh } from "./fetched.js";
import { beside, map, spaces, under } from "./hexes.js";

const frame = map?.closest(".map-frame");
const PATIENCE = 300; // ms before the first tip is shown: a mouse may be just passing
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const tip = document.createElement("div");
tip.className = "space-tip";
tip.id = "space-tip";
tip.hidden = true;
const pointer = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
pointer.setAttribute("class", "pointer");

let here = null;
let waiting = 0;

function line(kind, ...parts) {
  const paragraph = document.createElement("p");
  paragraph.className = kind;
  paragraph.append(...parts);
  return paragraph;
}

function row(name) {
  return document.querySelector(`#spaces [data-space="${CSS.escape(name)}"]`);
}

// A space with its ground, such as "F5, forest".
export function described(name) {
  return [name, row(name)?.cells[1].textContent].filter(Boolean).join(", ");
}

function say(space) {
  const found = row(space.name);
  if (!found) return false; // not in play
  const [name, ground, cost, special, on] = found.cells;
  const where = document.createElement("span");
  where.textContent = [ground, cost, special].map((cell) => cell.textContent).filter(Boolean).join(" · ");
  const lines = [line("where", name.textContent, where)];
  if (on.hasChildNodes()) lines.push(line("on", ...on.cloneNode(true).childNodes));
  tip.replaceChildren(...lines);
  return true;
}

// Above the space, or below it where there is no room; never beyond the edge of the window.
function place(space) {
  const { a, d, e, f } = map.getScreenCTM();
  const [x, y, half] = [space.x * a + e, space.y * d + f, space.size * d];
  const { width, height } = tip.getBoundingClientRect();
  const top = y - half - height - 4;
  tip.style.left = `${Math.max(4, Math.min(x - width / 2, innerWidth - width - 4))}px`;
  tip.style.top = `${top < 4 ? y + half + 4 : top}px`;
}

function show(space) {
  clearTimeout(waiting);
  here = space;
  pointer.setAttribute("points", space.outline);
  document.getElementById("targets").before(pointer);
  describe(space);
  fresh("spaces").then(() => {
    if (here !== space || !pointer.isConnected) return;
    describe(space);
    if (tip.hidden) pointer.remove(); // not in play
  });
}

function describe(space) {
  tip.hidden = !say(space);
  if (!tip.hidden) place(space);
}

function hide() {
  clearTimeout(waiting);
  tip.hidden = true;
  pointer.remove();
}

// The tip stays with its space as long as that can be seen.
function follow() {
  if (tip.hidden) return;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  const { x, y } = new DOMPoint(here.x, here.y).matrixTransform(map.getScreenCTM());
  if (x < left || x > right || y < Math.max(top, 0) || y > Math.min(bottom, innerHeight)) hide();
  else place(here);
}

function hover(event) {
  if (event.pointerType === "touch") return;
  const space = under(event);
  if (space && space === here && pointer.isConnected) return;
  clearTimeout(waiting);
  if (!space) hide();
  else if (pointer.isConnected) show(space);
  else waiting = setTimeout(show, PATIENCE, space);
}

function tap(event) {
  if (event.pointerType !== "touch" || event.target.closest(".target")) return;
  const space = under(event);
  if (!space || (space === here && pointer.isConnected)) hide();
  else show(space);
}

// The space that the arrow keys have gone to; null when they are somewhere else.
export function walked() {
  return document.activeElement === frame && pointer.isConnected ? here : null;
}

function walk(event) {
  if (event.key === "Escape") return hide();
  if (event.target !== frame || !(event.key in WAYS)) return;
  event.preventDefault();
  const gone = here && pointer.isConnected;
  const space = gone ? beside(here, WAYS[event.key]) : (here ?? spaces[Math.floor(spaces.length / 2)]);
  map.querySelector(`.drawn [data-hex="${CSS.escape(space.name)}"]`).scrollIntoView({ block: "nearest", inline: "nearest" });
  show(space);
}

if (map) {
  document.body.append(tip);
  map.addEventListener("pointermove", hover);
  map.addEventListener("pointerleave", hide);
  map.addEventListener("click", tap);
  frame.addEventListener("keydown", walk);
  // A link that it holds can be followed.
  frame.addEventListener("focusout", ({ relatedTarget }) => tip.contains(relatedTarget) || hide());
  frame.addEventListener("focusin", ({ target }) => {
    const space = spaces.find(({ name }) => name === target.dataset?.value);
    if (space && target.matches(":focus-visible")) show(space);
  });
  addEventListener("scroll", follow, { passive: true, capture: true });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
