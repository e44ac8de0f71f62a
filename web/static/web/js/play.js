// The panel: lights up what can be chosen, says why something else cannot, keeps the focus.

import { dim, inside, map, named, under } from "./hexes.js";
import { showInPlace } from "./in_place.js";
import { lightParts, revealParts } from "./lit.js";
import { reveal as openTab } from "./parts.js";
import { described } from "./spaces.js";
import * as zoom from "./zoom.js";

const SVG = "http://www.w3.org/2000/svg";
const COMFORTABLE = 56; // CSS pixels of a space that one is to touch.
const READABLE = 13; // CSS pixels of a price on the board.
const narrow = matchMedia("(max-width: 47.99rem), (max-width: 61.99rem) and (max-height: 33.99rem)");
const touched = matchMedia("(hover: none) and (pointer: coarse)");
const layer = document.getElementById("targets");
const frame = document.getElementById("panel-frame");
const root = document.documentElement;

function panel() {
  return document.getElementById("panel");
}

function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// --- what is lit ---------------------------------------------------------------------------------

function pill({ x, y }, price) {
  const width = 12 + 8 * price.length;
  const text = svg("text", { y: 14 }, price);
  const box = svg("rect", { x: -width / 2, width, height: 19, rx: 9.5 });
  return svg("g", { transform: `translate(${x} ${y + 12})` }, svg("g", { class: "pill" }, box, text));
}

function target(choice) {
  const space = named(choice.dataset.hex);
  const words = choice.textContent.replace(/\s+/g, " ").trim();
  const link = svg("a", { class: "target", href: choice.href, tabindex: "-1", "aria-label": words });
  Object.assign(link.dataset, { value: space.name, query: choice.search.slice(1) });
  link.append(svg("polygon", { points: inside(space) }));
  const price = choice.querySelector(".choice-detail")?.textContent;
  const mark = choice.querySelector("[data-mark]")?.dataset.mark;
  if (price) link.append(pill(space, mark ? `${price}${mark}` : price));
  for (const [name, on] of [["pointerenter", true], ["pointerleave", false]]) {
    link.addEventListener(name, () => choice.classList.toggle("pointed", on));
    choice.addEventListener(name, () => link.classList.toggle("pointed", on));
  }
  choice.addEventListener("focus", () => point(link));
  choice.addEventListener("blur", () => link.classList.remove("pointed"));
  return link;
}

function point(link) {
  link.classList.add("pointed");
  const [inner, outer] = [link.getBoundingClientRect(), map.parentElement.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom || inner.left < outer.left || inner.right > outer.right) {
    zoom.show([link], COMFORTABLE);
  }
}

// The space that a move to be confirmed is about.
function spot({ dataset }) {
  return svg("polygon", { class: "spot", points: inside(named(dataset.spot)) });
}

// While a space is to be confirmed, the others of its step stay: one may change one's mind.
function others() {
  const { query } = panel().dataset;
  const lit = [...layer.querySelectorAll(".target")];
  const chosen = lit.find((one) => one.dataset.query === query);
  for (const one of lit) one.classList.toggle("chosen", one === chosen);
  return chosen ? lit : [];
}

// Spaces with which a move may begin, where no step asks for one: they are marked as one points at them.
function starts() {
  const { from, spaces } = panel()?.querySelector("[data-starts]")?.dataset ?? {};
  return (spaces?.split(" ") ?? []).filter(named).map((name) => {
    const link = svg("a", { class: "target start", href: `?${from}${name}`, tabindex: "-1", "aria-label": described(name) });
    Object.assign(link.dataset, { value: name, query: from + name });
    link.append(svg("polygon", { points: inside(named(name)) }));
    return link;
  });
}

function targets(spots) {
  const listed = [...(panel()?.querySelectorAll("a.choice[data-hex]") ?? [])];
  if (listed.length) return listed.map(target);
  const kept = spots.length ? others() : [];
  return kept.length ? kept : starts();
}

function light() {
  if (!layer) return;
  const spots = [...(panel()?.querySelectorAll("[data-spot]") ?? [])];
  const found = targets(spots);
  layer.replaceChildren(...found, ...spots.map(spot));
  const asks = !spots.length || (panel().querySelector("a.choice[data-hex]") && !panel().querySelector("#panel-preview"));
  const asked = found.filter((one) => asks && !one.matches(".start"));
  dim(asked.map((one) => named(one.dataset.value)));
  found[0]?.setAttribute("tabindex", "0");
  lightParts(panel());
  showInPlace();
}

function readable() {
  layer?.style.setProperty("--pill", Math.min(Math.max(READABLE / 13 / zoom.scale(), 1), 1.9));
}

export function choose(query) {
  const choice = [...panel().querySelectorAll("a.choice")].find((one) => one.search.slice(1) === query);
  if (choice) choice.click();
  else window.htmx.ajax("GET", `${panel().dataset.panel}?${query}`, { target: "#panel-frame", swap: "innerHTML" });
}

// --- why not -------------------------------------------------------------------------------------

export function ask(name) {
  const { panel: address, query } = panel().dataset;
  window.htmx.ajax("GET", `${address}?${asking() ? query : ""}&why=${name}`, { target: "#panel-why", swap: "innerHTML" });
}

// Whether a space of the board is being asked for.
export function asking() {
  return "lit" in (panel()?.dataset ?? {});
}

// Whether a space of the board can be chosen, by this step or as the first of a move.
export function choosing() {
  return asking() || Boolean(layer?.querySelector(".target.start"));
}

map?.addEventListener("click", (event) => {
  const link = event.target.closest(".target, .cursor");
  if (link?.matches(".target")) {
    event.preventDefault();
    choose(link.dataset.query);
  } else if (asking() || (choosing() && event.pointerType !== "touch")) {
    event.preventDefault();
    const space = under(event);
    if (space) ask(space.name);
  }
});

// A reason that is opened at the lower edge of the panel is brought into sight.
frame?.addEventListener("toggle", ({ target: one }) => {
  if (one.matches(".impossible[open]")) one.scrollIntoView({ block: "nearest" });
}, true);

// --- the panel on a narrow page ------------------------------------------------------------------

// The classes stand on the frame, which stays: htmx sets those of the panel itself as it swaps.
function state(name, on) {
  frame?.classList.toggle(`sheet-${name}`, on);
}

// While a space is chosen there, the panel is two lines, and the board is what one looks at.
function slim() {
  const wanted = narrow.matches && asking();
  state("slim", wanted);
  state("listed", false);
  state("folded", false);
  for (const list of panel().querySelectorAll("[data-list]")) list.hidden = !wanted;
}

function list(button) {
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(open));
  state("listed", open);
  measure();
}

// Whether there is more of the panel than can be seen.
function more() {
  const body = panel()?.querySelector(".panel-body");
  if (body) state("more", body.scrollHeight - body.clientHeight - body.scrollTop > 4);
}

// The height of the sheet stands where it is used: on the root it would have all elements styled anew.
export function measure() {
  more();
  if (frame && narrow.matches) map?.parentElement.style.setProperty("--sheet", `${frame.offsetHeight}px`);
}

function fit() {
  readable();
  measure();
}

// Brings what is lit into sight: on a narrow page the board, above the panel.
function reveal() {
  const lit = [...(layer?.querySelectorAll(":scope > :not(.start)") ?? [])];
  const about = layer?.querySelector(".spot") ? [layer.querySelector(".spot")] : lit;
  state("board", about.length > 0);
  if (!about.length) {
    zoom.forget();
    revealParts();
    return;
  }
  openTab(map);
  measure();
  if (narrow.matches) zoom.show(about, COMFORTABLE);
  const floor = narrow.matches ? panel().getBoundingClientRect().top : innerHeight;
  const seen = about.some((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top > 48 && bottom < floor;
  });
  const board = map.parentElement;
  if (!seen || narrow.matches) board.scrollIntoView({ block: "start" });
  if (narrow.matches) return;
  const [inner, outer] = [about[0].getBoundingClientRect(), board.getBoundingClientRect()];
  if (inner.bottom > Math.min(outer.bottom, innerHeight) || inner.top < Math.max(outer.top, 0)) {
    about[0].scrollIntoView({ block: "center", inline: "center" });
  }
}

// --- explanations --------------------------------------------------------------------------------

function hints() {
  try {
    return localStorage.getItem("hints") !== "off";
  } catch {
    return true;
  }
}

function explain(on) {
  root.classList.toggle("no-hints", !on);
  for (const button of document.querySelectorAll("[data-hints]")) button.setAttribute("aria-pressed", String(on));
}

function switchHints() {
  const on = root.classList.contains("no-hints");
  try {
    localStorage.setItem("hints", on ? "on" : "off");
  } catch {
    // Then it holds for this page.
  }
  explain(on);
  measure();
}

// --- its parts -----------------------------------------------------------------------------------

function dress() {
  const shown = panel();
  document.querySelector(".head-undo")?.classList.toggle("none", !document.getElementById("undo"));
  if (!shown) return;
  for (const button of shown.querySelectorAll("[data-step], [data-help], [data-hints], [data-fold], [data-zoom], [data-keys-line]")) button.hidden = false;
  shown.querySelector(".panel-body")?.addEventListener("scroll", more, { passive: true });
  explain(!root.classList.contains("no-hints"));
  slim();
  light();
}

function renew() {
  dress();
  fit();
}

function turn(button) {
  const input = document.getElementById(button.dataset.for);
  if (button.dataset.step === "1") input.stepUp();
  else input.stepDown();
}

document.addEventListener("click", ({ target: clicked }) => {
  const button = clicked.closest?.("[data-step], [data-hints], [data-list]");
  if (!button) return;
  if (button.matches("[data-step]")) turn(button);
  else if (button.matches("[data-hints]")) switchHints();
  else list(button);
});

// --- the focus -----------------------------------------------------------------------------------

let focused = false;

function within() {
  const active = document.activeElement;
  return Boolean(active?.closest("#panel, #targets")) || active === document.body;
}

// Where the focus goes when there is a new step: to what one would press next.
function first() {
  const shown = panel();
  if (!shown) return null;
  if (frame?.matches(".sheet-slim:not(.sheet-listed)")) return layer.querySelector(".target");
  // A field would call up the keyboard of a phone, which covers the panel.
  const field = touched.matches ? ".numbers [data-step]" : ".numbers input:not([type='hidden'])";
  const wanted = ["[data-confirm]", "a.choice", field, "[data-action='end']", "h2"];
  return wanted.map((one) => shown.querySelector(one)).find(Boolean);
}

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target?.id === "panel-frame") focused = within();
});
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target?.id === "panel") focused = within() && document.activeElement !== document.body;
});
document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id === "panel-why") measure();
  if (detail.target?.id !== "panel-frame") return;
  renew();
  reveal();
  if (focused) first()?.focus({ preventScroll: true });
});
document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target?.id !== "panel" || detail.target.isConnected) {
    lightParts(panel());
    showInPlace();
    return;
  }
  renew();
  // Later than htmx, which gives the focus to what has the same id.
  if (focused) queueMicrotask(() => first()?.focus({ preventScroll: true }));
  focused = false;
});

narrow.addEventListener("change", renew);
map?.parentElement.addEventListener("zoomed", readable);
addEventListener("resize", fit);
explain(hints());
dress();
// The page has not been laid out by now: that comes with its first frame, and not twice.
requestAnimationFrame(fit);
if (asking()) {
  reveal();
  // A link to the panel: once all has come, the browser scrolls there with the next frame.
  if (location.hash === "#panel" && narrow.matches) {
    addEventListener("load", () => requestAnimationFrame(() => setTimeout(reveal)), { once: true });
  }
} else {
  revealParts();
}
