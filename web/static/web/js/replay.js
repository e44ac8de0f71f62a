// The replay page: goes from version to version without loading the page anew.

import { drawRuler, say, showNews, showPlaying, showPosition, words } from "./replay/bar.js";
import { setUpCharts } from "./replay/charts.js";
import { setUpCopying } from "./replay/copy.js";
import { Course } from "./replay/course.js";
import { setUpKeys } from "./replay/keys.js";
import { Log, parsed, replace } from "./replay/log.js";
import { Moments } from "./replay/moments.js";
import { follow } from "./replay/news.js";
import { Places } from "./replay/places.js";
import { MomentView } from "./replay/table.js";
import { notice } from "./site.js";

const PATIENCE = 120; // ms before parts that are not there yet are asked for: a slider moves on
const RETRY = 2000;

const transport = document.getElementById("transport");
const moment = document.getElementById("moment");
const slider = document.getElementById("slider");
const play = document.getElementById("play");
const speed = document.getElementById("speed");

const log = new Log({ url: words.log, scrollsPast: transport });
let course = new Course(log.element.dataset);
const moments = new Moments({ url: words.at, length: Number(words.length), newest: course.newest });
const view = new MomentView({
  roots: [moment, document.getElementById("at-status")],
  // A part stands in a place that holds it, or, on the board, where its own id is.
  placeOf: (id) => document.getElementById(`at-${id}`) ?? document.getElementById(id),
});
const places = new Places((asked, undone) => {
  const there = Number.isInteger(asked) && asked > 0 && asked <= course.newest;
  showUndone(undone, there ? asked : course.versions[0], "back");
});
let drawCharts = () => {};

let version = Number(document.body.dataset.version);
let playing = false;

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function addressOf(other) {
  return `?v=${other}${course.showsUndone ? "&undone=show" : ""}`;
}

// Shows a version. True when it is on the screen; false when another one was wanted meanwhile.
async function go(wanted, { visit = "step" } = {}) {
  version = wanted;
  showPosition(version, course, addressOf);
  drawCharts(course.placeOnLine(version), version);
  if (version === course.last) showNews(0);
  if (visit !== "back") places.show(addressOf(version), { jump: visit === "jump" });
  showLine();
  const there = moments.has(version) && log.has(version);
  moment.classList.toggle("late", !there);
  if (!there) await wait(playing ? 0 : PATIENCE);
  if (version !== wanted) return false;
  try {
    const shown = await showAll(wanted);
    if (shown) document.getElementById("notices").replaceChildren();
    return shown;
  } catch {
    notice(words.lost, "error");
    await wait(RETRY);
    return version === wanted ? go(wanted, { visit }) : false;
  }
}

// The sentence and its line in the log, as soon as they are there.
function showLine() {
  const there = log.has(version);
  say(there ? log.about(version).sentence : "…", { quietly: playing || !there });
  if (there) log.mark(version);
}

async function showAll(wanted) {
  const [before, parts] = await Promise.all([
    wanted > 1 ? moments.at(wanted - 1) : null,
    moments.at(wanted),
    log.has(wanted) ? null : log.load(wanted, course.showsUndone).then(takeCourse),
  ]);
  if (version !== wanted) return false;
  showLine();
  view.show(before, parts, log.about(wanted).hexes);
  moment.querySelector("svg.map").setAttribute("aria-label", document.getElementById("at-description").textContent);
  moment.classList.remove("late");
  return true;
}

function jump(id) {
  const target = course.jumps(version)[id];
  if (target) go(target);
}

// --- playing -------------------------------------------------------------------------------------

function setPlaying(on) {
  playing = on;
  showPlaying(on);
  if (!on) say(log.about(version).sentence, { quietly: false });
}

async function run() {
  setPlaying(true);
  while (playing) {
    const next = course.jumps(version).after;
    if (!next) break;
    const due = performance.now() + 1000 / Number(speed.value);
    await go(next);
    await wait(Math.max(0, due - performance.now()));
  }
  if (playing) setPlaying(false);
}

async function toggle() {
  if (playing) return setPlaying(false);
  if (!course.jumps(version).after) await go(course.versions[0]);
  return run();
}

function stop() {
  if (playing) setPlaying(false);
}

// --- what the log shows --------------------------------------------------------------------------

async function showUndone(on, wanted = version, visit = "step") {
  if (on === course.showsUndone) return go(wanted, { visit });
  // What was taken back is left for the last event before it that holds.
  const target = on ? wanted : course.line[course.placeOnLine(wanted) - 1];
  try {
    await log.load(target, on);
  } catch {
    return notice(words.lost, "error");
  }
  takeCourse();
  return go(target, { visit });
}

function takeCourse() {
  course = new Course(log.element.dataset);
  drawRuler(course);
}

function takeCharts() {
  drawCharts = setUpCharts(document.getElementById("charts"), course.line.length, (place) => {
    stop();
    go(course.line[place - 1], { visit: "jump" });
  });
}

// --- a game that goes on -------------------------------------------------------------------------

// At the end the replay goes on with the game; elsewhere it shows how many events are new. Rejects
// when the news could not be fetched and may be asked for again.
async function arrived() {
  const answer = await fetch(`${words.news}${addressOf(version)}`);
  if ([403, 404].includes(answer.status)) return;
  if (!answer.ok) throw new Error(`no news: ${answer.status}`);
  const page = parsed(await answer.text());
  if (Number(page.getElementById("events").dataset.newest) < course.newest) return;
  const [followed, known, hid] = [version === course.last, course.versions.length, !course.showsUndone];
  takeNews(page);
  if (playing) return;
  if (followed && hid && course.showsUndone) showUndone(false, course.line.at(-1));
  else if (followed) run();
  else showNews(Math.max(course.versions.length - known, 0));
}

function takeNews(page) {
  log.put(page);
  for (const id of ["replay-head", "charts", "replay-after"]) replace(id, page);
  window.htmx?.process(document.getElementById("replay-head"));
  moments.grow(Number(log.element.dataset.newest));
  takeCourse();
  takeCharts();
  showPosition(version, course, addressOf);
  drawCharts(course.placeOnLine(version), version);
  log.mark(version);
}

// --- what is pressed -----------------------------------------------------------------------------

function plainly(event) {
  return !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
}

slider.addEventListener("input", () => {
  stop();
  go(course.versions[Number(slider.value) - 1]);
});
play.addEventListener("click", toggle);
document.getElementById("arrivals").addEventListener("click", () => {
  stop();
  go(course.last, { visit: "jump" });
});
document.addEventListener("click", (event) => {
  if (!plainly(event)) return;
  const step = event.target.closest("#transport a.jump");
  const line = event.target.closest("#events [data-v]");
  const undone = event.target.closest("#undone");
  if (!step && !line && !undone) return;
  event.preventDefault();
  stop();
  if (step) jump(step.id.slice("jump-".length));
  else if (line) go(Number(line.dataset.v), { visit: "jump" });
  else showUndone(!course.showsUndone);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.id !== "undone") return;
  event.preventDefault();
  showUndone(!course.showsUndone);
});

document.documentElement.classList.add("scripts");
setUpKeys({ jump, toggle, stop });
setUpCopying();
drawRuler(course);
takeCharts();
log.mark(version);
showPosition(version, course, addressOf);
drawCharts(course.placeOnLine(version), version);
showAll(version).catch(() => {});
if (words.stream) follow({ url: words.stream, newest: course.newest, words, arrived });
