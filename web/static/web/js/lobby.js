// The lobby: follows which games wait for the viewer. Without it the lists look again by themselves.

const games = () => document.getElementById("games");
const address = games()?.dataset.stream;

if (address) {
  const stream = new EventSource(address);
  const changed = () => games()?.dispatchEvent(new Event("changed"));
  stream.addEventListener("turn", changed);
  stream.addEventListener("done", changed);
  // Signed out, perhaps in another window: nothing more will come.
  stream.addEventListener("end", () => stream.close());
  addEventListener("pagehide", () => stream.close());
}
