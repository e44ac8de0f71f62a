// The waiting room: follows the table as it changes, copies the invite link.
import { heard } from "./chat.js";
import { notice } from "./site.js";
import { Stream } from "./stream.js";
import { setUp as setUpWord } from "./word.js";

const room = () => document.getElementById("room");

function showCopy() {
  const button = document.getElementById("copy");
  if (button) button.hidden = false;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notice(button.dataset.copied, "success");
  } catch {
    // Only pages behind HTTPS may write to the clipboard.
    notice(button.dataset.failed);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
});

// What somebody is about to send stays while others come and go.
const kept = new Map();
document.body.addEventListener("htmx:beforeSwap", () => {
  for (const field of document.querySelectorAll("#room [data-keep]")) kept.set(field.id, field.value);
});

document.body.addEventListener("htmx:afterSwap", (event) => {
  for (const [id, value] of kept) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  kept.clear();
  showCopy();
  setUpWord();
  // Who pressed a button that is gone now is taken to the top of what changed.
  const pressed = event.detail.requestConfig?.verb === "post";
  if (pressed && document.activeElement === document.body) document.getElementById("room-name")?.focus();
});

// ms after which htmx listens to what it has put in place.
const SETTLING = 100;

// While a form is on its way the room stays as it is: the answer to the form goes into this one.
const changed = () => room()?.dispatchEvent(new Event("changed"));
let sending = 0;
let missed = false;
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") sending += 1;
});
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig.verb === "post" || !sending) return;
  detail.shouldSwap = false;
  missed = true;
});
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb !== "post") return;
  sending = Math.max(0, sending - 1);
  if (sending || !missed) return;
  missed = false;
  setTimeout(changed, SETTLING);
});

// A hint that something changed; the page asks by itself now and then all the same.
const stream = new Stream(() => room().dataset.stream, {
  chat: heard,
  table: changed,
});
stream.whileVisible();

showCopy();
setUpWord();
