// The pages of a tournament: they follow it as it changes.
import "./keep.js";
import { notice } from "./site.js";
import { Stream } from "./stream.js";

// A hint that something changed; the page asks by itself now and then all the same.
const live = () => document.getElementById("live");
const changed = () => live()?.dispatchEvent(new Event("changed"));
if (live()?.dataset.stream) {
  const stream = new Stream(() => live().dataset.stream, { tournament: changed, entry: changed });
  stream.whileVisible();
}

// Moments in the zone of the reader, which the server does not know; where that is UTC they say no more.
function inOwnTime(moment) {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime()) || at.getTimezoneOffset() === 0) return "";
  const { lang } = document.documentElement;
  // As the server writes English.
  const zone = lang === "en" ? "en-GB" : lang;
  return at.toLocaleString(zone, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
}
function showOwnTimes() {
  for (const one of document.querySelectorAll("[data-local]")) {
    const text = inOwnTime(one.dataset.local);
    one.querySelector("span").textContent = text;
    one.hidden = !text;
  }
}
for (const input of document.querySelectorAll("[data-your-time]")) {
  const hint = document.createElement("p");
  hint.className = "hint";
  input.after(hint);
  const show = () => {
    const text = inOwnTime(`${input.value}Z`);
    hint.textContent = text && `${input.dataset.yourTime} ${text}`;
    hint.hidden = !text;
  };
  input.addEventListener("input", show);
  show();
}

// The whole page is another one when registration opens or closes.
let turning;
function turnInTime() {
  clearTimeout(turning);
  const found = document.querySelector("[data-turns-in]");
  if (found) turning = setTimeout(() => location.reload(), found.dataset.turnsIn * 1000);
}
showOwnTimes();
turnInTime();

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

const paper = document.querySelector("[data-print]");
if (paper) {
  paper.hidden = false;
  paper.addEventListener("click", () => print());
}

document.addEventListener("click", async ({ target }) => {
  const pressed = target.closest("[data-copy]");
  if (!pressed) return;
  const field = document.getElementById(pressed.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notice(pressed.dataset.copied, "success");
  } catch {
    // Only pages behind HTTPS may write to the clipboard.
    notice(pressed.dataset.failed);
  }
});

// What an address leads to is opened, and so is the form in which something is wrong.
function unfold() {
  const found = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (found instanceof HTMLDetailsElement) found.open = true;
}
addEventListener("hashchange", unfold);
unfold();

// Where one has scrolled to within a table stays when the page brings it anew.
const scrolled = new Map();
document.body.addEventListener("htmx:beforeSwap", () => {
  for (const one of document.querySelectorAll("#live .t-scroll")) scrolled.set(one.getAttribute("aria-labelledby"), one.scrollLeft);
});
document.body.addEventListener("htmx:afterSwap", () => {
  showOwnTimes();
  turnInTime();
  for (const one of document.querySelectorAll("#live .t-scroll")) one.scrollLeft = scrolled.get(one.getAttribute("aria-labelledby")) ?? 0;
});

// Forms come anew with the page; one that somebody fills in, or that was refused, stays as it is
// while it can still be sent.
function filledIn(form) {
  if ("refused" in form.dataset) return true;
  return [...form.querySelectorAll("input:not([type=hidden]), textarea, select")].some((field) => {
    if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  });
}
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  if (target.id !== "forms") return;
  for (const old of target.querySelectorAll("details")) {
    const next = fragment.querySelector(`#${CSS.escape(old.id)}`);
    if (next && filledIn(old)) next.replaceWith(old);
    else if (next) next.open = old.open;
  }
});
