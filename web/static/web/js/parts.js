// The parts of the table: which one is in view, and what a reader has opened in them.

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

const inView = new Set();
const watch = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) inView.add(target.id);
      else inView.delete(target.id);
    }
    const first = [...links.keys()].find((id) => inView.has(id));
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
}

// A part that is put in place of another one is as open as that one was.
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  for (const old of target.querySelectorAll("details[id], .fold input")) {
    const next = fragment.querySelector(`#${CSS.escape(old.id)}`);
    if (next?.matches("details")) next.open = old.open;
    else if (next) next.checked = old.checked;
  }
});
document.body.addEventListener("htmx:oobAfterSwap", observe);
observe();
