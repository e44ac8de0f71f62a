// The way through a game: its events, where turns and rounds begin, and what was taken back.

export class Course {
  // `data` stands on the log: "14-15 30-33" was taken back, "1: 2:0" are turns with their seats,
  // "1:0 14:1" rounds with their numbers.
  constructor(data) {
    this.newest = Number(data.newest);
    this.showsUndone = "showsUndone" in data;
    this.names = JSON.parse(data.names);
    this.spans = pairs(data.undone, "-");
    this.turns = pairs(data.turns, ":");
    this.rounds = pairs(data.rounds, ":");
    this.line = [...this.#holding()];
    this.versions = this.showsUndone ? range(1, this.newest + 1) : this.line;
    this.turnStarts = this.#shown(this.turns);
    this.roundStarts = this.#shown(this.rounds);
  }

  *#holding() {
    let at = 1;
    for (const [first, last] of [...this.spans, [this.newest + 1, 0]]) {
      while (at < first) yield at++;
      at = Number(last) + 1;
    }
  }

  // Where each stretch begins for a viewer who sees only some of its events.
  #shown(starts) {
    return starts.flatMap(([start], index) => {
      const end = starts[index + 1]?.[0] ?? this.newest + 1;
      const first = this.versions[below(this.versions, start)];
      return first < end ? [first] : [];
    });
  }

  get last() {
    return this.versions.at(-1);
  }

  // The place of a version among those shown, from 1; of a hidden one the place before it.
  place(version) {
    return Math.max(below(this.versions, version + 1), 1);
  }

  // The same among those that hold, whatever is shown.
  placeOnLine(version) {
    return Math.max(below(this.line, version + 1), 1);
  }

  jumps(version) {
    const before = (list) => list[below(list, version) - 1];
    const after = (list) => list[below(list, version + 1)];
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

  // The number of the round and the name of who decided; the game itself has none.
  about(version) {
    const [, round] = this.rounds.findLast(([start]) => start <= version);
    const [, seat] = this.turns.findLast(([start]) => start <= version);
    return { round, name: seat === null ? "" : this.names[seat] };
  }
}

function pairs(text, between) {
  return text
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split(between).map((one) => (one === "" ? null : Number(one))));
}

function range(first, end) {
  return Array.from({ length: end - first }, (_, index) => first + index);
}

// How many of a sorted list are below a value.
function below(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
