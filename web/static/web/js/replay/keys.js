// The keyboard: what a key does unless it is needed where the focus is.

const JUMPS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", "[": "round-before", "]": "round-after" };
const SHIFTED = { ArrowLeft: "turn-before", ArrowRight: "turn-after" };
const TYPING = "input:not([type=range]), select, textarea, [contenteditable]";
const PRESSED = "button, a[href], summary, [role=switch]";

export function setUpKeys({ jump, toggle, stop }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(TYPING)) return;
    if (event.key === " ") {
      if (event.target.closest(PRESSED) && !event.target.closest("#transport a")) return;
      toggle();
    } else {
      const id = (event.shiftKey ? SHIFTED : JUMPS)[event.key] ?? JUMPS[event.shiftKey ? "" : event.key];
      if (!id) return;
      stop();
      jump(id);
    }
    event.preventDefault();
  });
}
