// The replay page: goes from version to version without loading the page anew.

import { setUpCharts } from "./replay/charts.js";
import { Course } from "./replay/course.js";
import { setUpKeys } from "./replay/keys.js";
import { Moments } from "./replay/moments.js";
import { showMoment } from "./replay/table.js";
import { notice } from "./site.js";

const transport = document.getElementById("transport");
const words = transport.dataset;
const slider = document.getElementById("slider");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
const said = document.getElementById("said");
const undoneSwitch = document.getElementById("undone");
const newest = Number(words.newest);

const course = new Course(document.getElementById("events"));
const moments = new Moments({ url: words.at, length: Number(words.length), newest });
const drawCharts = setUpCharts(document, newest, (version) => go(course.versions[course.place(version) - 1]));

const PATIENCE = 120; // ms before parts that are not there yet are asked for: a slider moves on
const ADDRESS_AFTER = 300; // ms; browsers refuse more than some changes of the address a second
const RETRY = 2000;

let version = Number(document.body.dataset.version);
let playing = false;
let addressTimer = 0;

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function addressOf(other) {
  const hidden = course.log.classList.contains("hides-undone");
  return `?v=${other}${undoneSwitch && !hidden ? "&undone=show" : ""}`;
}

function showTransport() {
  const { said: sentence, round } = course.about(version);
  const place = course.place(version);
  document.getElementById("place").textContent = version;
  document.getElementById("round").textContent = round;
  said.textContent = sentence;
  slider.max = course.versions.length;
  slider.value = place;
  slider.setAttribute("aria-valuetext", `${words.event} ${version}: ${sentence}`);
  for (const [id, target] of Object.entries(course.jumps(version))) showJump(id, target);
  const fork = document.getElementById("fork-version");
  if (fork) {
    fork.textContent = version;
    fork.closest("form").elements.v.value = version;
  }
  document.getElementById("permalink").search = `?v=${version}`;
  if (undoneSwitch) undoneSwitch.search = `?v=${version}`;
}

function showJump(id, target) {
  const link = document.getElementById(`jump-${id}`);
  if (target) {
    link.href = addressOf(target);
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
  }
}

function showAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", addressOf(version)), ADDRESS_AFTER);
}

// Shows a version. True when it is on the screen; false when another one was wanted meanwhile.
async function go(wanted) {
  version = wanted;
  showTransport();
  course.mark(version);
  drawCharts(version);
  showAddress();
  if (!moments.has(version)) await wait(playing ? 0 : PATIENCE);
  if (version !== wanted) return false;
  try {
    const parts = await moments.at(wanted);
    if (version !== wanted) return false;
    showMoment(parts, course.about(wanted).hexes);
    document.getElementById("notices").replaceChildren();
    return true;
  } catch {
    notice(words.lost, "error");
    await wait(RETRY);
    return version === wanted ? go(wanted) : false;
  }
}

function jump(id) {
  const target = course.jumps(version)[id];
  if (target) go(target);
}

function setPlaying(on) {
  playing = on;
  const label = on ? words.pause : words.play;
  play.setAttribute("aria-label", label);
  play.title = `${label} (␣)`;
  play.classList.toggle("playing", on);
  said.setAttribute("aria-live", on ? "off" : "polite");
}

async function run() {
  if (!course.jumps(version).after) await go(course.versions[0]);
  setPlaying(true);
  while (playing) {
    const next = course.jumps(version).after;
    if (!next) break;
    const due = performance.now() + 1000 / Number(speed.value);
    await go(next);
    await wait(Math.max(0, due - performance.now()));
  }
  setPlaying(false);
}

function toggle() {
  if (playing) setPlaying(false);
  else run();
}

function toggleUndone() {
  const hides = course.log.classList.toggle("hides-undone");
  undoneSwitch.setAttribute("aria-checked", String(!hides));
  course.choose();
  go(course.versions[Math.max(course.place(version), 1) - 1]);
}

for (const hidden of [slider, play, document.getElementById("speed-field"), document.getElementById("keys-hint"), document.getElementById("charts-hint")]) {
  hidden.hidden = false;
}
slider.addEventListener("input", () => {
  setPlaying(false);
  go(course.versions[Number(slider.value) - 1]);
});
play.addEventListener("click", toggle);
transport.addEventListener("click", (event) => {
  const link = event.target.closest("a.jump");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  setPlaying(false);
  jump(link.id.slice("jump-".length));
});
course.log.addEventListener("click", (event) => {
  const line = event.target.closest("li[data-v]");
  if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  setPlaying(false);
  go(Number(line.dataset.v));
});
undoneSwitch?.addEventListener("click", (event) => {
  event.preventDefault();
  toggleUndone();
});
undoneSwitch?.addEventListener("keydown", (event) => {
  if (event.key !== " ") return;
  event.preventDefault();
  toggleUndone();
});
setUpKeys({ jump, toggle, stop: () => setPlaying(false) });
course.mark(version);
drawCharts(version);
moments.at(version).then((parts) => showMoment(parts, course.about(version).hexes), () => {});
