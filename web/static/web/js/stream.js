// One stream of server-sent events at a time. A browser opens it again by itself when it is cut off,
// but not when it was refused: then it is tried again here, later each time.

const FIRST = 5000;
const LONGEST = 60 * 1000;

export class Stream {
  #address;
  #heard;
  #source = null;
  #timer = null;
  #wait = FIRST;
  #finished = false; // The game is over: nothing more will ever come.

  // `address` gives the address to open, each time anew; `heard` what to do, by name of the event.
  constructor(address, heard) {
    this.#address = address;
    this.#heard = heard;
  }

  // Whether nothing comes, and the browser does nothing about it.
  get #idle() {
    return this.#source === null || this.#source.readyState === EventSource.CLOSED;
  }

  // Opens the stream, in place of the one that there was.
  open() {
    this.close();
    const source = new EventSource(this.#address());
    this.#source = source;
    source.addEventListener("open", () => {
      this.#wait = FIRST;
    });
    source.addEventListener("error", () => this.#again());
    source.addEventListener("end", ({ data }) => {
      this.#finished = JSON.parse(data).reason === "finished";
      this.close();
    });
    for (const [name, act] of Object.entries(this.#heard)) source.addEventListener(name, act);
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  // Open as long as the page is looked at: a stream takes one of the six connections that a browser
  // has to a server for all its tabs. The address has to say where to go on.
  whileVisible() {
    const change = () => {
      if (document.hidden) this.close();
      else if (this.#idle && !this.#finished) this.open();
    };
    document.addEventListener("visibilitychange", change);
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => persisted && change());
    change();
  }

  #again() {
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(this.#timer);
    // Not all at once, when many were refused together.
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST);
  }
}
