// Playing by keyboard: arrows among choices and spaces, letters for what is done often.

import { beside, inside, named } from "./hexes.js";
import { ask, choose, choosing } from "./play.js";
import { overlay } from "./overlays.js";
import { walked } from "./spaces.js";
import { step } from "./zoom.js";

const dialog = document.getElementById("keys");
const box = document.getElementById("keys-on");
const layer = document.getElementById("targets");
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const CHOICES =
  "a.choice, .choice summary, .choice-rule, .crumbs a, .panel-tools button, .panel-foot button, .panel-foot a";

function panel() {
  return document.getElementById("panel");
}

function letters() {
  try {
    return localStorage.getItem("letters") !== "off";
  } catch {
    return true;
  }
}

function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

// The nearest one in a direction; what lies aside counts more than what lies ahead.
function next(from, among, [right, down]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of among) {
    if (one === from) continue;
    const [a, b] = middle(one);
    const ahead = (a - x) * right + (b - y) * down;
    const aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    if (ahead <= 1) continue;
    if (ahead + 2 * aside < least) [best, least] = [one, ahead + 2 * aside];
  }
  return best;
}

// --- on the board --------------------------------------------------------------------------------

function go(wanted) {
  for (const one of layer.querySelectorAll("a")) one.setAttribute("tabindex", one === wanted ? "0" : "-1");
  wanted.focus();
  wanted.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// A mark for a space that cannot be chosen: Enter asks why.
function cursor(space) {
  const link = document.createElementNS("http://www.w3.org/2000/svg", "a");
  for (const [key, value] of Object.entries({ class: "cursor", role: "button", tabindex: "0" })) link.setAttribute(key, value);
  link.setAttribute("aria-label", `${space.name}: ${panel().dataset.unlit}`);
  link.dataset.value = space.name;
  link.innerHTML = `<polygon points="${inside(space)}"/>`;
  link.addEventListener("blur", () => link.remove());
  layer.append(link);
  return link;
}

function lit(name) {
  return layer.querySelector(`.target[data-value="${CSS.escape(name)}"]`);
}

// From space to space, lit or not.
function stepAside(active, direction) {
  const space = beside(named(active.dataset.value), direction);
  if (space.name !== active.dataset.value) go(lit(space.name) ?? cursor(space));
}

function roveBoard(event, active) {
  event.preventDefault();
  if (event.shiftKey && choosing()) {
    stepAside(active, ARROWS[event.key]);
    return;
  }
  const wanted = next(active, layer.querySelectorAll(".target"), ARROWS[event.key]);
  if (wanted) go(wanted);
}

// --- in the panel --------------------------------------------------------------------------------

function rove(event) {
  const active = document.activeElement;
  if (active?.closest?.("#targets")) {
    roveBoard(event, active);
    return;
  }
  const among = [...(panel()?.querySelectorAll(CHOICES) ?? [])].filter((one) => one.getClientRects().length);
  if (event.shiftKey || !among.includes(active)) return;
  // Left and right go through all of them one after the other.
  const [right] = ARROWS[event.key];
  const wanted = right ? among[among.indexOf(active) + right] : next(active, among, ARROWS[event.key]);
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
}

function press(selector) {
  const button = panel()?.querySelector(selector);
  button?.click();
  return Boolean(button);
}

function toPanel() {
  const wanted = ["[data-confirm]", "a.choice", ".numbers input:not([type='hidden'])", ".panel-foot button", "h2"];
  const found = wanted.map((one) => panel()?.querySelector(one)).find((one) => one?.getClientRects().length);
  found?.focus();
}

const LETTERS = {
  p: toPanel,
  b: () => layer?.querySelector(".target[tabindex='0'], .target")?.focus(),
  u: () => press("[data-action='undo']"),
  e: () => press("[data-action='end']"),
  "+": () => step("in"),
  "-": () => step("out"),
  "?": () => dialog?.showModal(),
  ...Object.fromEntries([..."12345"].map((key) => [key, () => overlay(key)])),
};

function typing(element) {
  return element?.matches?.("input:not([type='checkbox']), select, textarea, [contenteditable]");
}

// Enter on a space of the board that is no link: to choose it, or to ask why it cannot be chosen.
function entered({ key }) {
  const space = document.activeElement?.closest?.(".cursor")?.dataset.value ?? walked()?.name;
  if (!space || !choosing() || (key !== "Enter" && key !== " ")) return false;
  const link = lit(space);
  if (link) choose(link.dataset.query);
  else ask(space);
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog?.open) return;
  if (entered(event)) {
    event.preventDefault();
  } else if (event.key === "Escape" && document.activeElement?.closest("#panel, #targets")) {
    if (press("[data-back]")) event.preventDefault();
  } else if (event.key in ARROWS && !typing(event.target)) {
    rove(event);
  } else if (letters() && !typing(event.target) && Object.hasOwn(LETTERS, event.key.toLowerCase())) {
    event.preventDefault();
    LETTERS[event.key.toLowerCase()]();
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-help]")) dialog?.showModal();
});

if (box) {
  box.checked = letters();
  box.addEventListener("change", () => {
    try {
      localStorage.setItem("letters", box.checked ? "on" : "off");
    } catch {
      // Then they stay on.
    }
  });
}
