// The parts of the table by version: fetched in stretches, kept, and fetched ahead of the position.

const KEPT = 40; // stretches in memory

export class Moments {
  // `query` goes with each request; stretches beside the wanted one are fetched `ahead` of the reader.
  constructor({ url, length, newest, query = "", ahead = true }) {
    this.url = url;
    this.query = query;
    this.ahead = ahead;
    this.length = length;
    this.newest = newest;
    this.stretches = new Map();
  }

  has(version) {
    return this.stretches.get(this.#first(version))?.ready ?? false;
  }

  // The HTML of each part as of a version, by id.
  async at(version) {
    const stretch = await this.#load(this.#first(version));
    if (this.ahead) this.#fetchAhead(version);
    const parts = {};
    for (const changes of stretch.moments.slice(0, version - stretch.from + 1)) {
      for (const [id, [start, end, text]] of Object.entries(changes)) {
        const before = parts[id] ?? "";
        parts[id] = before.slice(0, start) + text + (end ? before.slice(-end) : "");
      }
    }
    return parts;
  }

  // The game has gone on: the last stretch is not all there is of it any more.
  grow(newest) {
    for (const first of this.stretches.keys()) {
      if (first + this.length - 1 > this.newest) this.stretches.delete(first);
    }
    this.newest = newest;
  }

  #first(version) {
    return version - ((version - 1) % this.length);
  }

  // The stretches after and before are fetched ahead of the reader; one at a time, so
  // that a server with little to spare answers first what is needed first.
  async #fetchAhead(version) {
    const first = this.#first(version);
    const { length } = this;
    this.wanted = [first + length, first + 2 * length, first - length];
    if (this.fetching) return;
    this.fetching = true;
    try {
      for (let next = this.#missing(); next; next = this.#missing()) await this.#load(next);
    } catch {
      // A step there asks again, and reports the failure.
    } finally {
      this.fetching = false;
    }
  }

  #missing() {
    return this.wanted.find((one) => one >= 1 && one <= this.newest && !this.stretches.has(one));
  }

  #load(first) {
    const known = this.stretches.get(first);
    if (known) return known.promise;
    const entry = { ready: false };
    entry.promise = this.#fetch(first).then(
      (stretch) => {
        entry.ready = true;
        return stretch;
      },
      (error) => {
        this.stretches.delete(first); // the next one who asks tries again
        throw error;
      },
    );
    this.stretches.set(first, entry);
    if (this.stretches.size > KEPT) this.stretches.delete(this.stretches.keys().next().value);
    return entry.promise;
  }

  async #fetch(first) {
    const answer = await fetch(`${this.url}?v=${first}${this.query}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`no moments: ${answer.status}`);
    return answer.json();
  }
}
