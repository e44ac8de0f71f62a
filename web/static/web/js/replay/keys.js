// The keyboard: what a key does unless it is needed where the focus is.

const JUMPS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };
const SHIFTED = { ArrowLeft: "turn-before", ArrowRight: "turn-after", PageUp: "round-before", PageDown: "round-after" };
const ON_SLIDER = { PageUp: "turn-before", PageDown: "turn-after" };
const CHARACTERS = { "[": "round-before", "]": "round-after" };
const TYPING = "input:not([type=range], [type=checkbox]), select, textarea, [contenteditable]";
const PRESSED = "button, a[href], summary, [role=switch], input[type=checkbox]";

const dialog = document.getElementById("replay-keys");
const box = document.getElementById("keys-on");

// Shortcuts of one character can be switched off, here and on the table page alike.
function characters() {
  try {
    return localStorage.getItem("letters") !== "off";
  } catch {
    return true;
  }
}

function setUpBox() {
  box.checked = characters();
  box.addEventListener("change", () => {
    try {
      localStorage.setItem("letters", box.checked ? "on" : "off");
    } catch {
      // Then they stay on.
    }
  });
}

// Something wider than its frame is moved by the arrows that lead through the game elsewhere.
function scrolls(target) {
  const frame = target.closest("[tabindex='0']");
  return Boolean(frame) && frame.scrollWidth > frame.clientWidth + 1;
}

function jumpFor(event) {
  const { key, shiftKey, target } = event;
  if (shiftKey && key in SHIFTED) return SHIFTED[key];
  if (target.id === "slider" && key in ON_SLIDER) return ON_SLIDER[key];
  if (characters() && key in CHARACTERS) return CHARACTERS[key];
  if (shiftKey || (key.startsWith("Arrow") && scrolls(target))) return undefined;
  return JUMPS[key];
}

export function setUpKeys({ jump, toggle, stop }) {
  setUpBox();
  document.getElementById("keys-open").addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || event.target.closest(TYPING)) return;
    if (event.key === " ") {
      if (event.target.closest(PRESSED) && !event.target.closest("#transport a")) return;
      toggle();
    } else if (event.key === "?" && characters()) {
      dialog.showModal();
    } else {
      const id = jumpFor(event);
      if (!id) return;
      stop();
      jump(id);
    }
    event.preventDefault();
  });
}
