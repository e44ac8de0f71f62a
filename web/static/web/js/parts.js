// The parts of the table: which one is in view, and what a reader has opened in them: tabs, and the
// whole boards of players.

import { fresh } from "./fetched.js";

const links = new Map();
for (const link of document.querySelectorAll(".part-nav a")) links.set(link.hash.slice(1), link);

// The uppermost part that reaches below the bar of links is the one that is read.
function mark(id) {
  for (const [name, link] of links) {
    if (name !== id) link.removeAttribute("aria-current");
  }
  const link = links.get(id);
  if (!link || link.hasAttribute("aria-current")) return;
  link.setAttribute("aria-current", "true");
  const list = link.closest("ul");
  list.scrollTo({ left: link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2 });
}

let shown = null; // The popover that was open in a part that is being replaced.
const inView = new Set();
const watch = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) inView.add(target.id);
      else inView.delete(target.id);
    }
    const top = (id) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
    const [first] = [...links.keys()].filter((id) => inView.has(id)).sort((one, other) => top(one) - top(other));
    if (first) mark(first);
  },
  { rootMargin: "-25% 0px -65% 0px" },
);

// A part that has had its time, as the clans have after the draft, is hidden; so is the link to it.
function observe() {
  for (const [id, link] of links) {
    const part = document.getElementById(id);
    if (part) watch.observe(part);
    link.parentElement.hidden = !part || part.hidden;
  }
  leaveHidden();
}

// --- tabs ----------------------------------------------------------------------------------------

function partIn(tab) {
  return tab.querySelector(":scope > .pane > .part");
}

// If the part of the open tab is gone, the first tab is opened.
function leaveHidden() {
  for (const tabs of document.querySelectorAll(".tabs")) {
    const [first, ...others] = [...tabs.querySelectorAll(":scope > .tab")].filter((tab) => !partIn(tab)?.hidden);
    if (!first || [first, ...others].some((tab) => tab.firstElementChild.checked)) continue;
    first.firstElementChild.checked = true;
  }
}

// A link to something that lies behind a tab opens it.
export function reveal(element) {
  const input = element?.closest(".tab")?.firstElementChild;
  if (!input || input.checked) return;
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function follow(hash) {
  if (hash.length > 1) reveal(document.getElementById(decodeURIComponent(hash.slice(1))));
}

// What is yet to be fetched makes the page longer: only then can it stand below the bar of links.
async function bring(part) {
  await fresh(part.id);
  if (location.hash === `#${part.id}`) part.scrollIntoView();
}

document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("a[href^='#']");
  if (!link) return;
  follow(link.hash);
  const part = document.getElementById(link.hash.slice(1));
  if (part?.matches("[data-fetch]:has(.fetched)")) bring(part);
});
addEventListener("hashchange", () => follow(location.hash));
follow(location.hash);

// --- whole boards of players ---------------------------------------------------------------------

const LINGER = 350; // ms that a mouse rests on a row before the board of its player is shown
const mouse = matchMedia("(hover: hover) and (pointer: fine)");
let resting = 0;
let hovered = null; // The id of the board that is shown because of the mouse alone.

function board(id) {
  return document.getElementById(id);
}

// The boards are fetched when the first one is opened. On a narrow page they are a part like others.
async function open(row) {
  await fresh("players");
  const whole = board(row.dataset.whole);
  for (const other of document.querySelectorAll(".whole:popover-open")) if (other !== whole) other.hidePopover();
  whole?.showPopover({ source: row.querySelector("a") });
}

function rest({ target }) {
  const row = mouse.matches && target.closest?.("[data-whole]");
  clearTimeout(resting);
  if (row && hovered !== row.dataset.whole) {
    resting = setTimeout(() => {
      if (document.querySelector(".whole:popover-open") && !hovered) return;
      hovered = row.dataset.whole;
      open(row);
    }, LINGER);
  } else if (!row && hovered && !target.closest?.(`#${hovered}`)) {
    resting = setTimeout(() => {
      board(hovered)?.hidePopover();
      hovered = null;
    }, LINGER);
  }
}

document.addEventListener("pointerover", rest);
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const row = event.target.closest?.("[data-whole]");
  if (event.target.closest?.("[data-whole] th a")) {
    event.preventDefault();
    // A second press closes it; pressing one that the mouse has opened keeps it.
    const whole = board(row.dataset.whole);
    if (whole?.matches(":popover-open") && !hovered) return whole.hidePopover();
    hovered = null;
    return open(row);
  }
  if (hovered && (row?.dataset.whole === hovered || event.target.closest?.(`#${hovered}`))) hovered = null;
});

// What comes below the score sheet moves what a link has led to: it is followed until one does more.
let led = true;
for (const type of ["wheel", "keydown", "pointerdown"]) {
  addEventListener(type, () => (led = false), { capture: true, passive: true });
}
addEventListener("hashchange", () => (led = true));
document.body.addEventListener("htmx:afterSettle", ({ target }) => {
  if (led && target.closest?.(".afterwards")) document.querySelector(".afterwards > :target")?.scrollIntoView();
});

// A part that is put in place of another one is as open as that one was.
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  for (const old of target.querySelectorAll("details[id], .fold input")) {
    const next = fragment.querySelector(`#${CSS.escape(old.id)}`);
    if (next?.matches("details")) next.open = old.open;
    else if (next) next.checked = old.checked;
  }
  shown = target.querySelector("[popover]:popover-open")?.id ?? shown;
});
document.body.addEventListener("htmx:oobAfterSwap", () => {
  const again = shown && document.getElementById(shown);
  if (again && !again.matches(":popover-open")) again.showPopover();
  shown = null;
  observe();
});
observe();
