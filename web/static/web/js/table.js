// Remembers preferences for the table in this browser: names of spaces, size, tab of the rail.

const KEY = "caledonia-board";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function keep(change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }));
  } catch {
    // Without storage it is as it was drawn the next time.
  }
}

const names = document.getElementById("show-names");
const sizes = document.querySelectorAll("input[name='zoom']");
const kept = read();

if (names) {
  names.checked = Boolean(kept.names);
  names.addEventListener("change", () => keep({ names: names.checked }));
}
for (const size of sizes) {
  if (size.value === kept.zoom) size.checked = true;
  size.addEventListener("change", () => keep({ zoom: size.value }));
}
const tab = document.getElementById(kept.rail);
if (tab?.name === "rail") tab.checked = true;
for (const one of document.querySelectorAll("input[name='rail']")) {
  one.addEventListener("change", () => keep({ rail: one.id }));
}
