// The bar: where the replay is, in numbers and words, and the ways from there.

const QUIET = 400; // ms that a position has to last before screen readers announce it

const transport = document.getElementById("transport");
const slider = document.getElementById("slider");
const said = document.getElementById("said");
const announced = document.getElementById("announced");
const play = document.getElementById("play");
export const words = transport.dataset;

let announcing = 0;

function text(template, facts) {
  return template.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

function roundOf(number) {
  return number ? text(words.round, { number }) : words.setup;
}

export function showPosition(version, course, addressOf) {
  const { round, name } = course.about(version);
  const facts = { round: roundOf(round), name, event: version, newest: course.newest };
  document.getElementById("place").textContent = version;
  document.getElementById("newest").textContent = course.newest;
  document.getElementById("round").textContent = facts.round;
  slider.max = course.versions.length;
  slider.value = course.place(version);
  slider.setAttribute("aria-valuetext", text(name ? words.whose : words.nobodys, facts));
  for (const [id, target] of Object.entries(course.jumps(version))) showJump(id, target && addressOf(target));
  document.title = text(words.title, { event: version });
  showOffers(version);
}

function showJump(id, address) {
  const link = document.getElementById(`jump-${id}`);
  if (address) {
    link.href = address;
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
  }
}

// What is offered under the charts goes on from here.
function showOffers(version) {
  const fork = document.querySelector(".fork");
  if (fork) {
    fork.elements.v.value = version;
    const button = fork.querySelector("button");
    button.textContent = text(button.dataset.text, { event: version });
  }
  document.getElementById("permalink").search = `?v=${version}`;
  const undone = document.getElementById("undone");
  if (undone) undone.search = `?v=${version}`;
}

// The sentence is shown at once, and announced when the position stays.
export function say(sentence, { quietly }) {
  said.textContent = sentence;
  clearTimeout(announcing);
  if (!quietly) announcing = setTimeout(() => (announced.textContent = sentence), QUIET);
}

export function showPlaying(on) {
  const label = on ? words.pause : words.play;
  play.setAttribute("aria-label", label);
  play.title = `${label} (␣)`;
  play.classList.toggle("playing", on);
}

// Rounds under the slider, each where it begins.
export function drawRuler(course) {
  const ruler = document.getElementById("ruler");
  const most = Math.max(course.versions.length - 1, 1);
  const marks = course.rounds.filter(([, number]) => number).map(([start, number]) => {
    const x = `${(((course.place(start) - 1) / most) * 100).toFixed(2)}%`;
    return [drawn("line", { x1: x, x2: x, y1: 0, y2: 5 }), drawn("text", { x, y: 16 }, number)];
  });
  ruler.replaceChildren(...marks.flat());
}

function drawn(kind, attributes, content = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = content;
  return made;
}

export function showNews(number) {
  const button = document.getElementById("arrivals");
  button.hidden = !number;
  button.textContent = text(button.dataset.text, { number });
}
