// The way through a game as the log shows it: its events, and where turns and rounds begin.

export class Course {
  constructor(log) {
    this.log = log;
    this.lines = [...log.querySelectorAll("li[data-v]")];
    this.turns = [...log.querySelectorAll(".log-turn")].map((turn) => versionsIn(turn));
    this.rounds = [...log.querySelectorAll(".log-round")].map((round) => Number(round.dataset.from));
    this.byVersion = new Map(this.lines.map((line) => [Number(line.dataset.v), line]));
    this.undone = new Set(versionsIn(log, "li.undone"));
    this.current = null;
    this.choose();
  }

  // Works out anew where one can go: only what the log shows.
  choose() {
    const shown = this.log.classList.contains("hides-undone")
      ? (version) => !this.undone.has(version)
      : () => true;
    this.versions = [...this.byVersion.keys()].filter(shown);
    this.turnStarts = this.turns.map((turn) => turn.find(shown)).filter(Boolean);
    this.roundStarts = this.rounds.map((start) => this.versions.find((v) => v >= start)).filter(Boolean);
  }

  get last() {
    return this.versions.at(-1);
  }

  // The place of a version among those shown, from 1; of a hidden one the place before it.
  place(version) {
    return this.versions.findLastIndex((one) => one <= version) + 1;
  }

  jumps(version) {
    const before = (list) => list.findLast((one) => one < version);
    const after = (list) => list.find((one) => one > version);
    const rest = after(this.versions) && this.last;
    return {
      first: before(this.versions) && this.versions[0],
      "round-before": before(this.roundStarts),
      "turn-before": before(this.turnStarts),
      before: before(this.versions),
      after: after(this.versions),
      "turn-after": after(this.turnStarts) ?? rest,
      "round-after": after(this.roundStarts) ?? rest,
      last: rest,
    };
  }

  about(version) {
    const line = this.byVersion.get(version);
    return {
      said: line.querySelector(".said").textContent,
      round: line.closest(".log-round").querySelector("h3").textContent,
      hexes: line.dataset.hexes?.split(" ") ?? [],
    };
  }

  // Marks the event in the log and brings it into sight there, without moving the page.
  mark(version) {
    const line = this.byVersion.get(version);
    this.current ??= this.log.querySelector("[aria-current]");
    this.current?.removeAttribute("aria-current");
    this.current = line.querySelector("a");
    this.current.setAttribute("aria-current", "step");
    line.closest("details").open = true;
    const scroll = this.log.querySelector(".log-scroll");
    const [inner, outer] = [line.getBoundingClientRect(), scroll.getBoundingClientRect()];
    // The bar may lie over the lower end.
    const bar = document.getElementById("transport").getBoundingClientRect();
    const bottom = bar.top > outer.top + 120 ? Math.min(outer.bottom, bar.top) : outer.bottom;
    if (inner.top < outer.top + 40 || inner.bottom > bottom - 40) {
      scroll.scrollTop += inner.top - outer.top - (bottom - outer.top) / 3;
    }
  }
}

function versionsIn(root, which = "li[data-v]") {
  return [...root.querySelectorAll(which)].map((line) => Number(line.dataset.v));
}
