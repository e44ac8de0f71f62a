// Parts of the table that are fetched when they are opened, and again after the game has gone on.

const STEP = 200; // Pixels below the window in which a part is fetched before it is seen.
const come = new Map(); // By part, the version that it shows, and the promise of that.

function version() {
  return document.getElementById("status")?.dataset.version ?? "";
}

// A promise of the part for the current version; it is resolved at once if the page has the part.
export function fresh(name) {
  const part = document.getElementById(name);
  const address = part?.dataset.fetch;
  if (!address) return Promise.resolve();
  const known = come.get(name);
  if (known?.version === version()) return known.promise;
  const promise = window.htmx.ajax("GET", address, { source: part, target: part, swap: "none" });
  come.set(name, { version: version(), promise });
  // A failed request is repeated the next time.
  const forget = () => part.querySelector(".fetched") && come.delete(name);
  return promise.then(forget, forget);
}

const seen = new Set();
const watch = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
      if (isIntersecting) fresh(target.id);
    }
  },
  { rootMargin: `0px 0px ${STEP}px 0px` },
);
for (const part of document.querySelectorAll("[data-fetch]")) watch.observe(part);

document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target?.id !== "status") return;
  for (const part of document.querySelectorAll("[data-fetch]")) {
    if (seen.has(part) || part.querySelector(":popover-open")) fresh(part.id);
  }
});
