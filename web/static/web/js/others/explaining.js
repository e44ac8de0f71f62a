// The popover of explanations. It is outside of all parts, so that updates do not close it.

const box = document.createElement("div");
box.id = box.className = "about-box";
box.popover = "auto";
box.setAttribute("role", "dialog");
box.setAttribute("aria-labelledby", "about-title");
document.body.append(box);

const EDGE = 8; // Pixels that it stays away from what is around the link, and from the edges.
const kept = new Map(); // By address, a promise of what is said there.
let opener = null; // The link that was pressed last.
let closing = false; // A press on the link of what is shown, by which that goes.

function fetched(address) {
  if (!kept.has(address)) {
    const coming = fetch(address).then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    });
    coming.catch(() => kept.delete(address));
    kept.set(address, coming);
  }
  return kept.get(address);
}

// Beside the part or panel that has the link, where there is room, so that it stays visible. Never
// beyond the edge of the window; on phones it is a sheet.
function place(link) {
  const around = (link.closest(".panel-main, .pane, .player, [popover]") ?? link).getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const [before, behind] = [around.left - width - EDGE, around.right + EDGE];
  const left = before >= EDGE ? before : Math.min(behind, innerWidth - width - EDGE);
  const top = Math.min(link.getBoundingClientRect().top, innerHeight - height - EDGE);
  box.style.setProperty("--x", `${Math.max(EDGE, left)}px`);
  box.style.setProperty("--y", `${Math.max(EDGE, top)}px`);
}

export async function explain(link, failed) {
  if (closing) return;
  opener = link;
  const { pathname, search } = new URL(link.href);
  let words;
  try {
    words = await fetched(`${pathname}${document.documentElement.lang}/${search}`);
  } catch {
    return failed();
  }
  if (opener !== link || !link.isConnected) return;
  box.innerHTML = words;
  if (!box.matches(":popover-open")) box.showPopover({ source: link });
  box.scrollTop = 0;
  place(link);
  document.getElementById("about-title").focus({ preventScroll: true });
}

// The same element of the page, also if its part has been replaced meanwhile.
function back() {
  if (opener.isConnected) return opener;
  return document.querySelector(`a.about[href="${CSS.escape(opener.getAttribute("href"))}"]`);
}

box.addEventListener("toggle", ({ newState }) => {
  if (newState !== "closed") return;
  const active = document.activeElement;
  if (active === document.body || box.contains(active)) back()?.focus({ preventScroll: true });
});
document.addEventListener(
  "pointerdown",
  ({ target }) => (closing = box.matches(":popover-open") && target.closest?.("a.about") === opener),
  { capture: true },
);
// Keyboard shortcuts of the table are off meanwhile.
box.addEventListener("keydown", (event) => event.stopPropagation());
