// Buttons that copy: the address of this moment, or a text of the page.

const LONG_ENOUGH = 2500; // ms that "copied" is shown

async function write(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  throw new Error("only pages behind HTTPS may write to the clipboard");
}

// Where the clipboard is closed the text is marked, for the reader's own key.
function select(element) {
  if (element) getSelection().selectAllChildren(element);
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copyFrom);
  let answer = button.dataset.done;
  try {
    await write(source ? source.textContent : document.getElementById("permalink").href);
  } catch {
    select(source);
    answer = button.dataset.failed;
  }
  document.getElementById("announced").textContent = answer;
  const bubble = document.createElement("span");
  bubble.className = "copied";
  bubble.textContent = answer;
  button.append(bubble);
  setTimeout(() => bubble.remove(), LONG_ENOUGH);
}

export function setUpCopying() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy-link], [data-copy-from]");
    if (button) copy(button);
  });
}
