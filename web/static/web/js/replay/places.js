// The address: every moment has one. A step changes it, a jump to a chosen event adds one to go
// back to.

const AFTER = 300; // ms; browsers refuse more than some changes of the address a second

export class Places {
  // `returned` gets the version, and whether undone events are shown, when the reader goes
  // back or forward.
  constructor(returned) {
    this.timer = 0;
    this.wanted = null;
    addEventListener("popstate", () => {
      this.#forget();
      const query = new URLSearchParams(location.search);
      const version = Number(query.get("v") ?? document.body.dataset.version);
      returned(version, query.get("undone") === "show");
    });
  }

  show(address, { jump }) {
    if (jump) {
      this.#settle();
      if (address !== location.search) history.pushState(null, "", address);
      return;
    }
    clearTimeout(this.timer);
    this.wanted = address;
    this.timer = setTimeout(() => this.#settle(), AFTER);
  }

  // Where a step has led stands in the address before a jump leaves it.
  #settle() {
    if (this.wanted) history.replaceState(null, "", this.wanted);
    this.#forget();
  }

  #forget() {
    clearTimeout(this.timer);
    this.wanted = null;
  }
}
