// Shows moves of others on the board, one after the other, with the parts and marks of the replay.
// Copies stand in for the parts meanwhile, so what the reader has begun in those stays as it is.

import { Moments } from "../replay/moments.js";
import { MomentView } from "../replay/table.js";

const EACH = 1800; // ms for a move
const LAST = 3200; // and for the last one

const { moments: url, stretch } = document.getElementById("live").dataset;
const known = new Moments({ url, length: Number(stretch), newest: 0, query: "&for=table", ahead: false });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

let playing = null;

// The table with copies in place of its parts, while moves are shown on it.
class Stage {
  #stood = new Map();

  constructor() {
    const root = document.querySelector(".table-grid");
    this.view = new MomentView({ roots: [root], placeOf: (id) => this.#place(id) });
  }

  #place(id) {
    if (!this.#stood.has(id)) this.#stood.set(id, this.#stand(document.getElementById(id)));
    return this.#stood.get(id)?.copy;
  }

  #stand(part) {
    if (!part?.checkVisibility()) return null;
    const copy = part.cloneNode(true);
    copy.inert = true;
    part.replaceWith(copy);
    return { part, copy };
  }

  leave() {
    this.view.clear();
    for (const stood of this.#stood.values()) stood?.copy.replaceWith(stood.part);
  }
}

function mark(chip) {
  for (const old of document.querySelectorAll(".chip[aria-current]")) old.removeAttribute("aria-current");
  document.querySelector(".map-frame")?.classList.toggle("showing", Boolean(chip));
  chip?.setAttribute("aria-current", "step");
  chip?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const said = document.querySelector(".strip [role='status']");
  if (said) said.textContent = chip?.getAttribute("aria-label") ?? "";
}

function showButton(on) {
  const button = document.querySelector(".strip button");
  if (!button) return;
  button.classList.toggle("playing", on);
  const words = on ? button.dataset.stop : button.dataset.play;
  button.setAttribute("aria-label", words);
  button.title = words;
}

export function stop() {
  if (!playing) return;
  playing.stage.leave();
  playing = null;
  mark(null);
  showButton(false);
}

async function play(chips) {
  stop();
  const run = { stage: new Stage(), chips };
  playing = run;
  showButton(chips.length > 1);
  for (const chip of chips) {
    const at = Number(chip.dataset.v);
    const [before, parts] = await Promise.all([at > 1 ? known.at(at - 1) : null, known.at(at)]);
    if (playing !== run) return;
    run.stage.view.show(before, parts, chip.dataset.hexes?.split(" ") ?? []);
    mark(chip);
    await wait(chip === chips.at(-1) ? LAST : EACH);
    if (playing !== run) return;
  }
  stop();
}

// A chip shows its move, the button shows all of them; pressed once more they stop it. `failed` is
// called when they could not be fetched.
export function press(control, failed) {
  const chips = [...document.querySelectorAll(".chip")];
  const chip = control.closest(".chip");
  const again = playing && (chip ? playing.chips.length === 1 && playing.chips[0] === chip : playing.chips.length > 1);
  if (again) return stop();
  known.grow(Math.max(...chips.map((one) => Number(one.dataset.v))));
  play(chip ? [chip] : chips).catch(() => {
    stop();
    failed();
  });
}

// Updates and actions of the reader end the show, so they find the real table.
document.body.addEventListener("htmx:beforeSwap", stop);
document.addEventListener("pointerdown", ({ target }) => target.closest?.(".strip") || stop(), true);
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !playing) return;
    event.stopImmediatePropagation();
    stop();
  },
  true,
);
