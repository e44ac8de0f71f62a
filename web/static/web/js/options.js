// The form of a new table: presets fill it in place, and what does not go together is greyed out.
// Without it the form works too: presets are links, and the server refuses with a reason.

const form = document.getElementById("create");
form.classList.add("smart");
const boxes = new Map([...form.querySelectorAll("[data-option]")].map((box) => [box.dataset.option, box]));

function inputs(name) {
  return [...boxes.get(name).querySelectorAll(`[name="${CSS.escape(name)}"]`)];
}

function isSingle(name) {
  const all = inputs(name);
  return all.length === 1 || ["radio", "checkbox"].includes(all[0]?.type);
}

function valueOf(name) {
  if (!boxes.has(name)) return "";
  const all = inputs(name);
  if (all[0].type === "radio") return all.find((input) => input.checked)?.value ?? "";
  if (all[0].type !== "checkbox") return all[0].value;
  // An option that is on or off has one box; a list has one for each name in it.
  if (all[0].value === "true") return String(all[0].checked);
  return all.filter((input) => input.checked).map((input) => input.value).join(" ");
}

function set(name, value) {
  const all = inputs(name);
  if (all[0].type === "radio") {
    for (const input of all) input.checked = input.value === value;
  } else if (all[0].type === "checkbox") {
    all[0].checked = value === "true";
  } else {
    all[0].value = value;
  }
}

// Which values of an option the others forbid at the moment.
function blocked(box) {
  const values = new Set();
  for (const rule of box.querySelectorAll("[data-with]")) {
    const others = JSON.parse(rule.dataset.others);
    const holds = boxes.has(rule.dataset.with) && others.includes(valueOf(rule.dataset.with));
    rule.classList.toggle("holds", holds);
    if (holds) for (const value of JSON.parse(rule.dataset.values)) values.add(value);
  }
  return values;
}

function greyOut(name, box) {
  const values = blocked(box);
  if (values.has(valueOf(name))) set(name, box.dataset.default);
  const [first] = inputs(name);
  if (first.type === "checkbox") {
    first.disabled = values.has(String(!first.checked));
  } else if (first.tagName === "SELECT") {
    for (const option of first.options) option.disabled = values.has(option.value);
  }
  box.classList.toggle("limited", values.size > 0);
}

function showSeats() {
  const players = Number(valueOf("players"));
  for (const chair of form.querySelectorAll("[data-seat]")) chair.hidden = Number(chair.dataset.seat) > players;
  form.querySelector(".chairs").hidden = players < 2;
}

function isChanged(box) {
  return isSingle(box.dataset.option) && valueOf(box.dataset.option) !== box.dataset.default;
}

function markPreset() {
  for (const link of form.querySelectorAll("[data-preset]")) {
    const fields = Object.entries(JSON.parse(link.dataset.preset));
    const same = fields.every(([name, value]) => valueOf(name) === value);
    if (same) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function countChanges() {
  for (const section of form.querySelectorAll("details.section")) {
    const changed = [...section.querySelectorAll("[data-option]")].filter(isChanged).length;
    const badge = section.querySelector("[data-changes]");
    badge.hidden = changed === 0;
    badge.querySelector("span").textContent = changed;
  }
}

function update() {
  // The number of seats is decided first: nothing greys it out, it greys out the others.
  for (const [name, box] of boxes) if (name !== "players" && isSingle(name)) greyOut(name, box);
  showSeats();
  markPreset();
  countChanges();
}

form.addEventListener("change", update);
form.addEventListener("click", (event) => {
  const link = event.target.closest("[data-preset]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  for (const [name, value] of Object.entries(JSON.parse(link.dataset.preset))) set(name, value);
  update();
  for (const section of form.querySelectorAll("details.section")) {
    section.open = [...section.querySelectorAll("[data-option]")].some(isChanged);
  }
});
// A disabled box is not sent; what it shows still counts.
form.addEventListener("submit", () => {
  for (const input of form.querySelectorAll("input[type=checkbox]:disabled")) input.disabled = false;
});
update();
