// The waiting room: follows the table as it changes, copies the invite link.
import { notice } from "./site.js";
import { Stream } from "./stream.js";

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

document.body.addEventListener("htmx:afterSwap", (event) => {
  showCopy();
  // Who pressed a button that is gone now is taken to the top of what changed.
  const pressed = event.detail.requestConfig?.verb === "post";
  if (pressed && document.activeElement === document.body) document.getElementById("room-name")?.focus();
});

// A hint that something changed; the page asks by itself now and then all the same.
const stream = new Stream(() => room().dataset.stream, {
  table: () => room()?.dispatchEvent(new Event("changed")),
});
stream.open();
addEventListener("pagehide", () => stream.close());

showCopy();
