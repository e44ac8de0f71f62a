// Playing by keyboard: arrows among choices and spaces, letters for what is done often.

const dialog = document.getElementById("keys");
const box = document.getElementById("keys-on");
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

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

function rove(event) {
  const active = document.activeElement;
  const target = active?.closest?.("#targets");
  const among = target
    ? [...target.querySelectorAll(".target")]
    : [...panel().querySelectorAll(".choice:not(span):not(details), .choice summary, .confirm > *, .panel-foot button, .panel-foot a")];
  if (!among.includes(active)) return;
  const wanted = next(active, among, ARROWS[event.key]);
  if (!wanted) return;
  event.preventDefault();
  if (target) for (const one of among) one.setAttribute("tabindex", one === wanted ? "0" : "-1");
  wanted.focus();
}

function press(selector) {
  const button = panel()?.querySelector(selector);
  button?.click();
  return Boolean(button);
}

const LETTERS = {
  p: () => (panel()?.querySelector("a.choice, [data-confirm], .numbers input, .panel-foot button") ?? panel()?.querySelector("h2"))?.focus(),
  b: () => document.querySelector("#targets .target")?.focus(),
  u: () => press("[data-action='undo']"),
  e: () => press("[data-action='end']"),
  "?": () => dialog?.showModal(),
};

function typing(element) {
  return element?.matches?.("input:not([type='checkbox']), select, textarea, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog?.open) return;
  if (event.key === "Escape" && document.activeElement?.closest("#panel, #targets")) {
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
