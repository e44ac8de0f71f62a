// Parts of the page are replaced while somebody reads them: what was scrolled stays so, and the
// focus goes to the same place of the new part. What was open stays so by parts.js.

const REACHED = "a[href], button, input, select, textarea, summary, [tabindex]";
const kept = new Map();

function reached(part) {
  return [...part.querySelectorAll(REACHED)];
}

function remember(part) {
  const active = document.activeElement;
  kept.set(part.id, {
    scrolled: [...part.querySelectorAll("*")].map((one) => one.scrollTop && [one.className, one.scrollTop]).filter(Boolean),
    focus: part.contains(active) ? { at: reached(part).indexOf(active), id: active.id } : null,
  });
}

function restore(part) {
  const { scrolled, focus } = kept.get(part.id);
  kept.delete(part.id);
  for (const [name, top] of scrolled) {
    const [same] = name && typeof name === "string" ? part.getElementsByClassName(name) : [];
    if (same) same.scrollTop = top;
  }
  if (!focus) return;
  const again = (focus.id && document.getElementById(focus.id)) || reached(part)[focus.at] || part.querySelector("h2, h3");
  if (again && !again.matches(REACHED)) again.tabIndex = -1;
  again?.focus({ preventScroll: true });
}

// The panel has its own idea of where the focus goes.
function ours(part) {
  return part?.id && part.id !== "panel";
}

document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (ours(detail.target)) remember(detail.target);
});
document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  const part = document.getElementById(detail.target?.id);
  if (part && kept.has(part.id)) restore(part);
});
