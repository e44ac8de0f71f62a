// The log: the sentences of the events around the position. A long game has several pages of it.

export class Log {
  constructor({ url, scrollsPast }) {
    this.url = url;
    this.scrollsPast = scrollsPast; // what may lie over the lower end
    this.read();
  }

  get element() {
    return document.getElementById("events");
  }

  // After another log has been put in the place of this one.
  read() {
    this.lines = new Map();
    for (const line of this.element.querySelectorAll("li[data-v]")) this.lines.set(Number(line.dataset.v), line);
    this.current = this.element.querySelector("[aria-current]");
  }

  has(version) {
    return this.lines.has(version);
  }

  about(version) {
    const line = this.lines.get(version);
    return {
      sentence: line?.querySelector(".said").textContent ?? "",
      hexes: line?.dataset.hexes?.split(" ") ?? [],
    };
  }

  // The page with a version, in the place of the one that is shown.
  async load(version, showsUndone) {
    const answer = await fetch(`${this.url}?v=${version}${showsUndone ? "&undone=show" : ""}`);
    if (!answer.ok) throw new Error(`no log: ${answer.status}`);
    this.put(parsed(await answer.text()));
  }

  put(page) {
    const scrolled = this.#scroll().scrollTop;
    replace("events", page);
    this.read();
    this.#scroll().scrollTop = scrolled;
  }

  #scroll() {
    return this.element.querySelector(".log-scroll");
  }

  // Marks the event in the log and brings it into sight there, without moving the page.
  mark(version) {
    const line = this.lines.get(version);
    this.current?.removeAttribute("aria-current");
    this.current = line?.querySelector("a");
    if (!line) return;
    this.current.setAttribute("aria-current", "step");
    line.closest("details").open = true;
    const scroll = this.#scroll();
    const [inner, outer] = [line.getBoundingClientRect(), scroll.getBoundingClientRect()];
    const over = this.scrollsPast.getBoundingClientRect();
    const bottom = over.top > outer.top + 120 ? Math.min(outer.bottom, over.top) : outer.bottom;
    if (inner.top < outer.top + 40 || inner.bottom > bottom - 40) {
      scroll.scrollTop += inner.top - outer.top - (bottom - outer.top) / 3;
    }
  }
}

export function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Puts an element of another document in the place of the one with the same id. The focus stays
// where it was, as far as that is still there.
export function replace(id, page) {
  const [old, wanted] = [document.getElementById(id), page.getElementById(id)];
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const path = focused?.closest("li[data-v]")?.dataset.v;
  old.replaceWith(wanted);
  if (!focused) return;
  const again =
    (focused.id && document.getElementById(focused.id)) ||
    (path && wanted.querySelector(`li[data-v="${path}"] a`)) ||
    wanted.querySelector("[tabindex]");
  again?.focus({ preventScroll: true });
}
