// Explanations in a popover, so that the page stays open. The script is loaded when it is first
// needed; without scripts each is a page.

import { notice } from "./site.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a.about");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { explain } = await import("./others/explaining.js");
  explain(link, () => notice(document.getElementById("live").dataset.lost, "error"));
});
