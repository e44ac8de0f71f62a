// Tells about the space of the map that one points at, taps, or goes to with the arrow keys. The
// words are those of the list of spaces, which is replaced together with what stands on the map.

const map = document.querySelector(".board .map");
const frame = map?.closest(".map-frame");
const PATIENCE = 300; // ms before the first one is told: a mouse may be just passing
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// The middle and the outline of every space, in the measures of the drawing.
const spaces = [...(map?.querySelectorAll(".drawn [data-hex]") ?? [])].map((group) => {
  const outline = group.querySelector(".rim, .loch").getAttribute("points");
  const corners = outline.split(" ").map((corner) => corner.split(",").map(Number));
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 6);
  return { name: group.dataset.hex, outline, x, y, size: corners[2][0] - x };
});

const tip = document.createElement("div");
tip.className = "space-tip";
tip.id = "space-tip";
tip.hidden = true;
const pointer = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
pointer.setAttribute("class", "pointer");

let here = null;
let waiting = 0;

function nearest(x, y) {
  let best = null;
  let least = Infinity;
  for (const space of spaces) {
    const far = Math.hypot(space.x - x, space.y - y);
    if (far < least) [best, least] = [space, far];
  }
  return best && least <= best.size ? best : null;
}

function under({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse());
  return nearest(x, y);
}

function line(kind, ...parts) {
  const paragraph = document.createElement("p");
  paragraph.className = kind;
  paragraph.append(...parts);
  return paragraph;
}

function say(space) {
  const row = document.querySelector(`#spaces [data-space="${CSS.escape(space.name)}"]`);
  if (!row) return false; // not in play
  const [name, ground, cost, special, on] = row.cells;
  const where = document.createElement("span");
  where.textContent = [ground, cost, special].map((cell) => cell.textContent).filter(Boolean).join(" · ");
  const told = [line("where", name.textContent, where)];
  if (on.hasChildNodes()) told.push(line("on", ...on.cloneNode(true).childNodes));
  tip.replaceChildren(...told);
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
  tip.hidden = !say(space);
  if (tip.hidden) return pointer.remove();
  place(space);
  pointer.setAttribute("points", space.outline);
  document.getElementById("targets").before(pointer);
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
  if (space && space === here && !tip.hidden) return;
  clearTimeout(waiting);
  if (!space) hide();
  else if (!tip.hidden) show(space);
  else waiting = setTimeout(show, PATIENCE, space);
}

function tap(event) {
  if (event.pointerType !== "touch" || event.target.closest(".target")) return;
  const space = under(event);
  if (!space || (space === here && !tip.hidden)) hide();
  else show(space);
}

// The next space in a direction; from nowhere the middle one.
function beside([right, down]) {
  if (!here || tip.hidden) return here ?? spaces[Math.floor(spaces.length / 2)];
  const step = here.size * (down ? Math.sqrt(3) : 1.5);
  const aside = right ? (here.size * Math.sqrt(3)) / 2 : 0;
  const [x, y] = [here.x + right * step, here.y + down * step];
  return nearest(x, y - aside) ?? nearest(x, y + aside) ?? here;
}

function walk(event) {
  if (event.key === "Escape") return hide();
  if (event.target !== frame || !(event.key in WAYS)) return;
  event.preventDefault();
  const space = beside(WAYS[event.key]);
  map.querySelector(`.drawn [data-hex="${CSS.escape(space.name)}"]`).scrollIntoView({ block: "nearest", inline: "nearest" });
  show(space);
}

if (map) {
  document.body.append(tip);
  map.classList.add("told");
  map.addEventListener("pointermove", hover);
  map.addEventListener("pointerleave", hide);
  map.addEventListener("click", tap);
  frame.addEventListener("keydown", walk);
  frame.addEventListener("focusout", hide);
  frame.addEventListener("focusin", ({ target }) => {
    const space = spaces.find(({ name }) => name === target.dataset?.value);
    if (space && target.matches(":focus-visible")) show(space);
  });
  addEventListener("scroll", follow, { passive: true, capture: true });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
