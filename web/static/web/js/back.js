// Every step of the panel has an address of its own, so Back of the browser goes one step back.

const frame = document.getElementById("panel-frame");
const table = location.pathname;
let shown = location.search;
let going = false; // The browser has gone to that address already.

function panel() {
  return document.getElementById("panel");
}

function entry() {
  return { decision: panel()?.dataset.decision ?? "" };
}

// What was chosen is done, or nothing can be chosen any more.
function forget() {
  shown = "";
  history.replaceState(entry(), "", table);
}

function went({ pathInfo, requestConfig }) {
  if (requestConfig.verb !== "get") {
    if (!requestConfig.path.endsWith("/ask/")) forget();
    return;
  }
  const asked = new URL(pathInfo.finalRequestPath, location.href).search;
  if (!going && asked !== shown) history.pushState(entry(), "", table + asked);
  shown = asked;
}

document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target !== frame) return;
  went(detail);
  going = false;
});
document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target?.id === "panel") forget();
});

// Steps of a decision that is already made lead to the one that is open now.
addEventListener("popstate", ({ state }) => {
  const gone = state && state.decision !== entry().decision;
  if (!gone && location.search === shown) return;
  if (gone) forget();
  going = true;
  window.htmx.ajax("GET", panel().dataset.panel + location.search, { target: "#panel-frame", swap: "innerHTML" });
});

if (frame) history.replaceState(entry(), "");
