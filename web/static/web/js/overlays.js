// Overlays of the map: the server draws them when they are asked for, by the menu or by a key, and
// anew when the game goes on. One at a time; coordinates are a part of the drawing.

import { version } from "./live.js";
import { reveal } from "./parts.js";
import { notice } from "./site.js";

const layer = document.getElementById("overlay");
const legend = document.getElementById("overlay-legend");
const links = [...document.querySelectorAll("[data-overlay]")];
const MANY = 12; // answers that are kept, of this version and the ones before
const kept = new Map();
let shown = null; // The link of the one that is drawn.
let drawn = 0; // The version of it.

async function answer(link) {
  const key = `${link.dataset.overlay} ${version()}`;
  if (kept.has(key)) return kept.get(key);
  const response = await fetch(link.dataset.overlay, { headers: { "HX-Request": "true" } });
  if (!response.ok) throw new Error(String(response.status));
  const text = await response.text();
  if (kept.size >= MANY) kept.clear();
  kept.set(key, text);
  return text;
}

function press(link) {
  shown = link;
  for (const one of links) one.setAttribute("aria-pressed", String(one === link));
}

function clear() {
  press(null);
  layer.replaceChildren();
  legend.replaceChildren();
}

async function show(link) {
  press(link);
  drawn = version();
  try {
    const made = document.createElement("template");
    made.innerHTML = await answer(link);
    if (shown !== link) return;
    const [areas, words] = document.importNode(made.content, true).children;
    layer.replaceChildren(...areas.childNodes);
    legend.replaceChildren(...words.childNodes);
  } catch {
    if (shown !== link) return;
    clear();
    notice(document.getElementById("live").dataset.lost, "warning");
  }
}

// A number, as the menu lists them.
export function overlay(key) {
  reveal(layer);
  document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.click();
}

for (const link of links) {
  link.setAttribute("role", "button");
  link.setAttribute("aria-pressed", String(link.hasAttribute("aria-current")));
  if (link.hasAttribute("aria-current")) [shown, drawn] = [link, version()];
  link.removeAttribute("aria-current");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (shown === link) clear();
    else show(link);
    const menu = link.closest("details");
    if (menu.contains(document.activeElement)) menu.firstElementChild.focus();
    menu.open = false;
  });
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    link.click();
  });
}
for (const type of ["htmx:afterSettle", "htmx:oobAfterSwap"]) {
  document.body.addEventListener(type, () => {
    if (shown && version() !== drawn) show(shown);
  });
}
