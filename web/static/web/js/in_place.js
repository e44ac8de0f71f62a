// A move that waits to be confirmed, shown where it would change the table: ghosts of units and of
// price markers, and numbers as they would be. All of it is drawn by the server and comes with the
// panel, so it goes with the panel too; a part that is replaced meanwhile gets it again.

const ghosts = document.getElementById("ghosts");

function clear() {
  ghosts?.replaceChildren();
  for (const old of document.querySelectorAll("[data-cell] > .would")) old.remove();
  for (const old of document.querySelectorAll(".track > .ghost")) old.classList.remove("ghost");
}

export function showInPlace() {
  clear();
  const content = document.getElementById("in-place")?.content;
  if (!content) return;
  ghosts?.append(...document.importNode(content.querySelector("svg"), true).childNodes);
  for (const one of content.querySelectorAll("[data-for]")) {
    const cell = document.querySelector(`[data-cell="${CSS.escape(one.dataset.for)}"]`);
    cell?.append(document.importNode(one, true));
  }
  for (const { dataset: { marker, place } } of content.querySelectorAll("[data-marker]")) {
    const track = document.querySelector(`[data-good="${CSS.escape(marker)}"] .track`);
    track?.children[place]?.classList.add("ghost");
  }
}
