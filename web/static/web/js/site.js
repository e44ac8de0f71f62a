// What every page needs: the theme switch, menus that close, notices when a request fails.

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function theme() {
  return root.dataset.theme ?? (dark.matches ? "dark" : "light");
}

function label(button) {
  button.querySelector("[data-said]").textContent =
    theme() === "dark" ? button.dataset.light : button.dataset.dark;
}

// All colours change at once: without this, what has a transition would be grey on the way.
function switchTo(wanted) {
  root.classList.add("switching");
  root.dataset.theme = wanted;
  getComputedStyle(root).color; // The new colours are in force before transitions are allowed again.
  requestAnimationFrame(() => root.classList.remove("switching"));
}

function setUpTheme(button) {
  button.hidden = false;
  label(button);
  button.addEventListener("click", () => {
    switchTo(theme() === "dark" ? "light" : "dark");
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // It stays for this page at least.
    }
    label(button);
  });
  dark.addEventListener("change", () => label(button));
}

const MENUS = "details.menu, details.trust";

function closeMenus(except) {
  for (const menu of document.querySelectorAll(`:is(${MENUS})[open]`)) {
    if (menu !== except) menu.open = false;
  }
}

// What stands there already is left alone, so that it is not read out once more.
export function notice(text, level = "info") {
  const notices = document.getElementById("notices");
  const [shown, further] = notices.children;
  if (shown && !further && shown.textContent === text && shown.classList.contains(level)) return;
  const line = document.createElement("p");
  line.className = `notice ${level}`;
  line.textContent = text;
  notices.replaceChildren(line);
}

// An error about an entry does not hold for a changed one. Passwords are checked together.
function forgive(input) {
  const alike = input.type === "password" ? 'input[type="password"]' : `[name="${CSS.escape(input.name)}"]`;
  for (const one of input.form.querySelectorAll(alike)) {
    const field = one.closest(".wrong");
    one.removeAttribute("aria-invalid");
    field?.classList.remove("wrong");
    field?.querySelector(".errors")?.replaceChildren();
  }
}

document.addEventListener("input", ({ target }) => {
  if (target.form && target.name) forgive(target);
});

const button = document.getElementById("theme");
if (button) setUpTheme(button);

document.addEventListener("click", (event) => closeMenus(event.target.closest(MENUS)));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = event.target.closest?.(`:is(${MENUS})[open]`);
  closeMenus();
  open?.querySelector("summary").focus();
});

// What was wrong in a form that comes back: there one goes on.
const wrong = document.querySelector("main form [aria-invalid='true']");
if (wrong && !document.querySelector("main [autofocus][tabindex]")) wrong.focus();

document.body.addEventListener("htmx:sendError", () => {
  notice(document.getElementById("notices").dataset.lost, "error");
});
document.body.addEventListener("htmx:responseError", () => {
  notice(document.getElementById("notices").dataset.failed, "error");
});
