// The chat: shows what is new, sends without loading the page, keeps the card open or closed.

const KEY = "caledonia-chat";
let announced = 0; // The newest message that the stream has announced.
let asking = false;
let again = false;

// Looked up each time: the waiting room puts it into the page, and takes it away.
const box = () => document.getElementById("chat");
const lines = () => box().querySelector(".chat-lines");
// It is a tab on wide pages, and far below the board on others: what counts is whether it is visible.
const seen = () => {
  const { top, bottom, height } = box().getBoundingClientRect();
  return height > 0 && top < innerHeight && bottom > 0;
};
const open = () => Boolean(box()) && (box().tagName === "DETAILS" ? box().open : seen());

function shown() {
  return Number(lines().querySelector("li:last-child")?.dataset.number ?? 0);
}

// In the zone of the reader, which the server does not know.
function local(time) {
  const at = new Date(time.dateTime);
  const today = at.toDateString() === new Date().toDateString();
  const day = today ? {} : { day: "numeric", month: "numeric" };
  const format = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  time.textContent = at.toLocaleString(document.documentElement.lang, format);
}

function toEnd() {
  lines().scrollTop = lines().scrollHeight;
}

// ``upto`` is the newest message there was when the server was asked; it may be gone.
function add(html, upto) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  const list = lines().querySelector("ol");
  for (const line of parsed.content.querySelectorAll("li")) {
    if (Number(line.dataset.number) <= shown()) continue;
    local(line.querySelector("time"));
    list.append(line);
  }
  box().dataset.read = Math.max(Number(box().dataset.read), upto, shown());
  mark();
  toEnd();
}

function newest() {
  return Math.max(announced, Number(box().dataset.newest));
}

function unread() {
  return Math.max(0, newest() - Number(box().dataset.read));
}

function mark() {
  for (const badge of document.querySelectorAll("[data-chat-badge] .badge")) {
    badge.querySelector(".chat-unread").textContent = unread();
    badge.hidden = !unread();
  }
}

function address() {
  return `${box().dataset.address}?after=${shown()}`;
}

// One request at a time, so that lines come in their order.
async function load() {
  again = asking;
  if (asking) return;
  asking = true;
  const upto = newest();
  try {
    const answer = await fetch(address());
    if (answer.status === 404) box()?.remove();
    else if (answer.ok && !answer.redirected && box()) add(await answer.text(), upto);
  } catch {
    // The stream tells again when it is back.
  }
  asking = false;
  if (again) load();
}

function refuse(text) {
  const input = box().querySelector("input[name='text']");
  input.toggleAttribute("aria-invalid", Boolean(text));
  box().querySelector(".errors").textContent = text;
}

async function send(form) {
  const button = form.querySelector("button");
  const notices = document.getElementById("notices").dataset;
  button.disabled = true;
  refuse("");
  try {
    const answer = await fetch(address(), { method: "POST", body: new FormData(form) });
    if (answer.redirected) location.reload(); // Signed out meanwhile.
    else if (answer.status === 201) {
      form.elements.text.value = "";
      add(await answer.text(), 0);
    } else if ([422, 429].includes(answer.status)) refuse(await answer.text());
    else refuse(notices.failed);
  } catch {
    refuse(notices.lost);
  }
  button.disabled = false;
}

function look() {
  if (!box()) return;
  const wanted = unread() || Number(box().dataset.poll);
  if (open() && !document.hidden && wanted) load();
  else mark();
}

function remember(isOpen) {
  try {
    localStorage.setItem(KEY, isOpen ? "open" : "closed");
  } catch {
    // The next page begins with it closed.
  }
}

function recall() {
  try {
    return localStorage.getItem(KEY) === "open";
  } catch {
    return false;
  }
}

// A card that is new on the page.
function dress() {
  if (!box() || "dressed" in box().dataset) return;
  box().dataset.dressed = "";
  for (const time of box().querySelectorAll("time")) local(time);
  if (box().tagName === "DETAILS") {
    if (recall() || location.hash === "#chat") box().open = true;
  } else {
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      toEnd();
      look();
    }).observe(box());
  }
  if (Number(box().dataset.poll)) setInterval(look, 1000 * Number(box().dataset.poll));
  if (!open()) return;
  toEnd();
  look();
}

// A message that a stream of the page has announced.
export function heard(message) {
  announced = Math.max(announced, JSON.parse(message.data).number);
  look();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".chat-form") || !box()?.contains(event.target)) return;
  event.preventDefault();
  send(event.target);
});

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target !== box()) return;
    remember(box().open);
    if (!box().open) return;
    toEnd();
    look();
  },
  true,
);

document.addEventListener("click", (event) => {
  if (event.target.closest?.("a[href='#chat']") && box()) box().open = true;
});

document.addEventListener("visibilitychange", look);
document.body.addEventListener("htmx:afterSettle", dress);
dress();
