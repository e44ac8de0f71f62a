// The panel: lights up the spaces that can be chosen, keeps the focus, turns the number dials.

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 44; // From the middle of a space to its corners, as the board is drawn.
const CORNERS = [0, 1, 2, 3, 4, 5].map((number) => {
  const angle = ((60 * number - 120) * Math.PI) / 180;
  return [(SIZE - 3) * Math.cos(angle), (SIZE - 3) * Math.sin(angle)];
});

function panel() {
  return document.getElementById("panel");
}

function svg(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function outline(x, y) {
  return CORNERS.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
}

function target(choice) {
  const [x, y] = [Number(choice.dataset.x), Number(choice.dataset.y)];
  const words = choice.innerText.replace(/\s+/g, " ").trim();
  const link = svg("a", { class: "target", href: choice.href, tabindex: "-1", "aria-label": words });
  link.dataset.value = choice.dataset.value;
  link.append(svg("polygon", { points: outline(x, y) }));
  const price = choice.querySelector(".choice-detail")?.textContent;
  if (price) {
    const width = 14 + 8 * price.length;
    link.append(svg("rect", { x: x - width / 2, y: y + 12, width, height: 19, rx: 9.5 }));
    const text = svg("text", { x, y: y + 26 });
    text.textContent = price;
    link.append(text);
  }
  link.addEventListener("click", (event) => {
    event.preventDefault();
    choice.click();
  });
  for (const [name, on] of [["pointerenter", true], ["pointerleave", false]]) {
    link.addEventListener(name, () => choice.classList.toggle("pointed", on));
    choice.addEventListener(name, () => link.classList.toggle("pointed", on));
  }
  choice.addEventListener("focus", () => link.classList.add("pointed"));
  choice.addEventListener("blur", () => link.classList.remove("pointed"));
  return link;
}

// The space that a move to be confirmed is about.
function spot({ dataset }) {
  const [x, y] = [Number(dataset.x), Number(dataset.y)];
  return svg("polygon", { class: "spot", points: outline(x, y) });
}

export function light() {
  const layer = document.getElementById("targets");
  if (!layer) return;
  const choices = panel()?.querySelectorAll(".choice[data-x]") ?? [];
  const spots = panel()?.querySelectorAll("[data-spot]") ?? [];
  layer.replaceChildren(...[...choices].map(target), ...[...spots].map(spot));
  layer.querySelector(".target")?.setAttribute("tabindex", "0");
}

// Scrolls to the board when none of the lit spaces can be seen beside the panel.
function reveal() {
  const lit = [...document.querySelectorAll("#targets > *")];
  if (!lit.length) return;
  const { top, left, right } = panel().getBoundingClientRect();
  const aside = left > innerWidth / 3;
  const floor = aside ? innerHeight : Math.min(top, innerHeight);
  const seen = lit.some((one) => {
    const box = one.getBoundingClientRect();
    return box.top > 0 && box.bottom < floor && box.left >= 0 && box.right <= Math.max(right, innerWidth);
  });
  if (!seen) lit[0].scrollIntoView({ block: "start", inline: "center" });
}

function dress() {
  const shown = panel();
  if (!shown) return;
  for (const button of shown.querySelectorAll("[data-step], [data-help]")) button.hidden = false;
  light();
}

function turn(button) {
  const input = document.getElementById(button.dataset.for);
  if (button.dataset.step === "1") input.stepUp();
  else input.stepDown();
}

let focused = false;

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-step]");
  if (button) turn(button);
});

document.body.addEventListener("htmx:beforeSwap", () => {
  const active = document.activeElement;
  focused = Boolean(active?.closest("#panel, #targets")) || active === document.body;
});

document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "panel-frame") return;
  dress();
  reveal();
  if (focused) first()?.focus({ preventScroll: true });
});

// Where the focus goes when there is a new step: to what one would press next.
function first() {
  const shown = panel();
  return (
    shown?.querySelector("[data-confirm], a.choice, .numbers input, [data-action='end']") ??
    shown?.querySelector("h2")
  );
}

document.body.addEventListener("htmx:oobAfterSwap", () => dress());
dress();
