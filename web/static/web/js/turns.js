// Which games wait for the viewer, on every page but the table's: in the header, in the title and as
// a mark on the icon. A lost connection is not reported here: the page keeps what it showed when it was
// loaded.

import { follow } from "./mine.js";

const badge = document.getElementById("waiting");
const icon = document.getElementById("icon");
const plain = document.title;
const written = Number(badge.querySelector(".number").textContent);
let known = null;

function show(count) {
  badge.hidden = count === 0;
  badge.querySelector(".number").textContent = count;
  document.title = count ? `(${count}) ${plain}` : plain;
  const wanted = count ? badge.dataset.iconTurn : badge.dataset.icon;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

show(written);
follow((games) => {
  show(games.length);
  const ids = games.map(({ game }) => game).sort().join();
  // Of what was there when the page was made only the number is known.
  const same = known === null ? games.length === written : ids === known;
  if (!same) document.getElementById("games")?.dispatchEvent(new Event("changed"));
  known = ids;
});
