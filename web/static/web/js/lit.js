// What lights up beside the board: goods on the market, contracts, clans. Each is a link to the same
// step as the choice of the panel, which is there for the keyboard too.

const GOODS = ["deal", "merchant", "good"];
const TRADED = ["deal", "good"]; // What the word of a stall tells; others have words of their own.
const CONTRACTS = ["contracts", "fulfil", "keep", "draw"];
const wide = matchMedia("(min-width: 62rem)");

function stalls(value) {
  const [side, good] = value.includes(" ") ? value.split(" ") : ["buy", value];
  return [...document.querySelectorAll(`[data-good="${good}"] [data-side="${side}"]`)];
}

function cards({ kind, value }) {
  if (kind === "contract") return [...document.querySelectorAll(`.contract[data-contract="${value}"]`)];
  return kind === "pair" ? [...document.querySelectorAll(`.pair-card[data-pair="${value}"]`)] : [];
}

function link(choice, name, ...told) {
  const made = document.createElement("a");
  made.className = name;
  made.href = choice.href;
  made.tabIndex = -1;
  made.setAttribute("aria-label", choice.innerText.replace(/\s+/g, " ").trim());
  made.append(...told.filter(Boolean).map((text) => {
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

function put(choice) {
  const { kind, value } = choice.dataset;
  const price = choice.querySelector(".choice-detail")?.textContent;
  if (GOODS.includes(kind)) {
    const own = choice.querySelector(".choice-label")?.textContent;
    for (const stall of stalls(value)) {
      stall.append(link(choice, "lit-deal", TRADED.includes(kind) ? stall.dataset.word : own, price));
    }
  }
  for (const card of cards(choice.dataset)) {
    card.classList.add("lit-card");
    card.append(link(choice, "lit-link", kind === "contract" ? price : ""));
  }
}

// What has been chosen on the way to this step stays marked.
function mark(query) {
  const [first, ...rest] = new URLSearchParams(query).getAll("p");
  for (const value of rest) {
    if (/^(buy|sell) /.test(value)) stalls(value).forEach((one) => one.parentElement.classList.add("chosen-row"));
    if (CONTRACTS.includes(first)) {
      cards({ kind: "contract", value }).forEach((one) => one.classList.add("chosen-card"));
    }
  }
}

export function lightParts(panel) {
  for (const old of document.querySelectorAll(".lit-deal, .lit-link")) old.remove();
  for (const name of ["lit-card", "chosen-card", "chosen-row"]) {
    for (const old of document.querySelectorAll(`.${name}`)) old.classList.remove(name);
  }
  for (const choice of panel?.querySelectorAll("a.choice") ?? []) put(choice);
  if (panel) mark(panel.dataset.query);
}

// On a wide page the panel stays where it is, so the part of the page that is lit can come into sight.
export function revealParts() {
  if (!wide.matches) return;
  const part = document.querySelector(".lit-deal, .part .lit-link")?.closest(".part");
  part?.scrollIntoView({ block: "nearest" });
}
