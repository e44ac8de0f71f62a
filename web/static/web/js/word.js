// The word for chance: the browser seals it, so that the word itself stays here until it is opened.
// Without HTTPS browsers cannot hash; then the form is sent as it is, and the server seals.

const SHOWN = /[^\s\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;
const RANDOM_BYTES = 16;
const able = Boolean(globalThis.crypto?.subtle);

const card = () => document.getElementById("word-card");
const key = () => `caledonia-word-${card().dataset.game}`;

function kept() {
  try {
    return localStorage.getItem(key()) ?? "";
  } catch {
    return "";
  }
}

function keep(word) {
  try {
    localStorage.setItem(key(), word);
  } catch {
    // Then it has to be typed again.
  }
}

function hex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function sealOf(word) {
  const contribution = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(word));
  return hex(await crypto.subtle.digest("SHA-256", contribution));
}

// What would be refused when it is opened must not be sealed.
function check(field) {
  const word = field.value.trim();
  const good = SHOWN.test(word) && !HIDDEN.test(word);
  field.setCustomValidity(good ? "" : card().dataset.wrong);
  return good && field.reportValidity();
}

function setUpSealing(form) {
  const field = form.querySelector("#word");
  const maker = form.querySelector("#make-word");
  field.removeAttribute("name");
  for (const text of form.querySelectorAll("[data-by]")) text.hidden = text.dataset.by !== "browser";
  field.addEventListener("input", () => field.setCustomValidity(""));
  maker.hidden = false;
  maker.addEventListener("click", () => {
    field.value = hex(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
    field.setCustomValidity("");
  });
}

export function setUp() {
  if (!card()) return;
  const sealing = document.getElementById("seal-form");
  if (sealing && able) setUpSealing(sealing);
  const field = document.getElementById("sealed-word");
  if (field && !field.value) field.value = kept();
  const note = document.getElementById("kept-word");
  if (note && kept()) {
    note.querySelector("code").textContent = kept();
    note.hidden = false;
  }
}

document.body.addEventListener("htmx:confirm", async (event) => {
  const form = event.detail.elt;
  if (form.id !== "seal-form" || !able) return;
  event.preventDefault();
  const field = form.querySelector("#word");
  if (!check(field)) return;
  const word = field.value.trim();
  keep(word);
  form.querySelector('[name="seal"]').value = await sealOf(word);
  event.detail.issueRequest(true);
});
