// What a sentence of the log is about lights up on the table; the number of a contract shows its card.

import { clearRings, showRings } from "../replay/rings.js";

const SVG = "http://www.w3.org/2000/svg";
const SAID = ".log-step, .entry summary, .chip";
const table = document.querySelector(".table-grid");

let lit = null; // The sentence.

// --- what a sentence is about --------------------------------------------------------------------

function dim() {
  lit = null;
  clearRings(table);
  for (const one of document.querySelectorAll(".mentioned")) one.classList.remove("mentioned");
}

function light(sentence) {
  dim();
  lit = sentence;
  const steps = sentence.matches("summary") ? [...sentence.parentElement.querySelectorAll(".log-step")] : [sentence];
  const all = (name, between) => steps.flatMap(({ dataset }) => dataset[name]?.split(between) ?? []);
  const names = new Set(all("about", ","));
  for (const place of table.querySelectorAll("[data-light]")) {
    if (names.has(place.dataset.light)) (place.closest("tr") ?? place).classList.add("mentioned");
  }
  showRings(table, all("hexes", " "));
}

function point({ target }) {
  if (document.querySelector(".showing")) return; // moves are being shown
  const sentence = target.closest?.(SAID);
  if (sentence && sentence !== lit) light(sentence);
  else if (!sentence && lit) dim();
}

// --- cards ---------------------------------------------------------------------------------------

const tip = document.createElement("div");
tip.className = "card-tip";
tip.popover = "auto";
tip.setAttribute("role", "status");

function symbol(name) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", `icon i-${name}`);
  drawn.setAttribute("aria-hidden", "true");
  drawn.append(document.createElementNS(SVG, "use"));
  drawn.firstChild.setAttribute("href", `#s-${name}`);
  return drawn;
}

function row(amounts) {
  const line = document.createElement("p");
  line.append(...amounts.map(([name, text, label]) => {
    const one = document.createElement("span");
    one.title = label;
    one.append(text, ...(name === "money" ? [] : [symbol(name)]));
    return one;
  }));
  line.setAttribute("aria-hidden", "true");
  return line;
}

export function showCard(button) {
  const [, asks, gives] = JSON.parse(button.dataset.card);
  const words = document.createElement("span");
  words.className = "unseen";
  words.textContent = button.dataset.words;
  tip.replaceChildren(words, row(asks), row(gives));
  button.after(tip);
  tip.showPopover();
  const [its, own] = [button.getBoundingClientRect(), tip.getBoundingClientRect()];
  const top = its.top - own.height - 4;
  tip.style.left = `${Math.max(4, Math.min(its.left, innerWidth - own.width - 8))}px`;
  tip.style.top = `${top < 4 ? its.bottom + 4 : top}px`;
}

function hover(event) {
  const button = event.pointerType === "mouse" && event.target.closest?.(".contract-no");
  if (button && !tip.matches(":popover-open")) showCard(button);
  else if (!button && tip.matches(":popover-open") && !tip.contains(event.target) && document.activeElement !== tip.previousElementSibling) tip.hidePopover();
}

// --- filters -------------------------------------------------------------------------------------

// The focus stays, so that the next choice can be made there.
let chosen = null;

function remember({ detail }) {
  if (detail.target?.matches?.(".rail [data-query]")) chosen = document.activeElement?.id ?? "";
}

function again() {
  const link = chosen && document.getElementById(chosen);
  chosen = null;
  const filters = link?.closest("[popover]");
  if (filters) filters.showPopover();
  link?.focus({ preventScroll: true });
}

// Called once, with what the reader has pointed at first.
export function begin(first) {
  for (const type of ["pointerover", "focusin"]) document.addEventListener(type, point);
  document.addEventListener("pointerover", hover);
  document.body.addEventListener("htmx:beforeSwap", remember);
  document.body.addEventListener("htmx:afterSwap", again);
  document.body.addEventListener("htmx:oobAfterSwap", () => lit && !lit.isConnected && dim());
  if (first.target.isConnected) point(first);
}
