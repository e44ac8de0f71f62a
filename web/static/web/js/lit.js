// What lights up beside the board: goods on the market, contracts, clans. Each is a link to the same
// step as the choice of the panel, which is there for the keyboard too. A choice names what it lights
// (data-lights), which has that name (data-light), and what has been chosen is named by the panel.

import { reveal } from "./parts.js";

const wide = matchMedia("(min-width: 62rem), (min-width: 48rem) and (min-height: 34rem)");

function placesOf(name) {
  return [...document.querySelectorAll("[data-light]")].filter((one) => one.dataset.light === name);
}

function link(choice, name) {
  const made = document.createElement("a");
  made.className = name;
  made.href = choice.href;
  made.tabIndex = -1;
  made.setAttribute("aria-label", choice.innerText.replace(/\s+/g, " ").trim());
  const { word, price } = choice.dataset;
  made.append(...[word, price].filter(Boolean).map((text) => {
    const line = document.createElement("span");
    line.textContent = text;
    return line;
  }));
  made.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choice.click();
  });
  for (const [type, on] of [["pointerenter", true], ["pointerleave", false]]) {
    made.addEventListener(type, () => choice.classList.toggle("pointed", on));
    choice.addEventListener(type, () => made.classList.toggle("pointed", on));
  }
  for (const type of ["focus", "blur"]) {
    choice.addEventListener(type, () => made.classList.toggle("pointed", choice.matches(":focus-visible")));
  }
  return made;
}

// In a table it stands in its cell, and the row is what is marked; anything else is lit as a whole.
function put(choice) {
  for (const place of placesOf(choice.dataset.lights)) {
    const card = !place.closest("tr");
    place.classList.toggle("lit-card", card);
    place.append(link(choice, card ? "lit-link" : "lit-deal"));
  }
}

// Where a move may begin, whatever is being chosen: as long as nothing else is lit there.
function putStart(panel, { textContent, dataset: { lights, query, word } }) {
  for (const place of placesOf(lights)) {
    if (place.querySelector(".lit-deal, .lit-link")) continue;
    const made = document.createElement("a");
    made.className = place.closest("tr") ? "start-deal" : "start-link";
    made.href = `?${query}`;
    made.setAttribute("aria-label", textContent);
    made.textContent = word;
    made.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      window.htmx.ajax("GET", `${panel.dataset.panel}?${query}`, { target: "#panel-frame", swap: "innerHTML" });
    });
    place.append(made);
  }
}

// What has been chosen on the way to this step stays marked.
function mark(name) {
  for (const place of placesOf(name)) {
    const row = place.closest("tr");
    (row ?? place).classList.add(row ? "chosen-row" : "chosen-card");
  }
}

export function lightParts(panel) {
  for (const old of document.querySelectorAll(".lit-deal, .lit-link, .start-deal, .start-link")) old.remove();
  for (const name of ["lit-card", "chosen-card", "chosen-row"]) {
    for (const old of document.querySelectorAll(`.${name}`)) old.classList.remove(name);
  }
  for (const choice of panel?.querySelectorAll("a[data-lights]") ?? []) put(choice);
  const starts = panel?.querySelector("[data-starts]");
  for (const start of starts?.content.querySelectorAll("a") ?? []) putStart(panel, start);
  for (const name of panel?.dataset.chosen.split(",") ?? []) mark(name);
}

// On a wide page the panel stays where it is, so the part of the page that is lit can come into sight.
export function revealParts() {
  if (!wide.matches) return;
  const part = document.querySelector(".lit-deal, .part .lit-link")?.closest(".part");
  reveal(part);
  part?.scrollIntoView({ block: "nearest" });
}
