// In which parts there are badges, and what those at marked numbers cover: other texts and symbols, and the number itself.

() => {
  const NUMBER = /^\D{0,2}\d+\D{0,2}$/;
  const PLACES = "#compare, #mine, #market, #imports, #scoring, #exports, .player";
  const found = [];
  const drawn = new Set();

  const clipped = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || clipped(one.parentElement));
  const seen = (one) => one.checkVisibility() && !clipped(one);
  const texts = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const all = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim() && seen(walker.currentNode.parentElement)) all.push(walker.currentNode);
    return all;
  };
  const boxOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  // Where the badge is: in the box of the nearest ancestor that is positioned.
  const badge = (one) => {
    const style = getComputedStyle(one, "::after");
    if (style.content === "none" || style.position !== "absolute") return null;
    let holder = one;
    while (getComputedStyle(holder).position === "static") holder = holder.parentElement;
    const { left, top } = holder.getBoundingClientRect();
    const [x, y] = [left + holder.clientLeft + parseFloat(style.left), top + holder.clientTop + parseFloat(style.top)];
    const [width, height] = [parseFloat(style.width), parseFloat(style.height)];
    return { left: x, top: y, right: x + width, bottom: y + height };
  };
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;

  for (const place of document.querySelectorAll(PLACES)) {
    const numbers = texts(place).filter(({ data, parentElement }) => NUMBER.test(data.trim()) && !parentElement.closest(".track"));
    for (const one of new Set(numbers.map(({ parentElement }) => parentElement))) {
      one.classList.add("changed");
      one.dataset.by = "+2";
      const box = badge(one);
      for (const other of box ? texts(place) : []) {
        if (overlap(box, boxOf(other))) found.push(`${place.id} ${one.className}: ${one.textContent.trim()} covers ${other.data.trim()}`);
      }
      if (box) drawn.add(place.id || "player");
      one.classList.remove("changed");
      delete one.dataset.by;
    }
  }
  return [[...drawn].sort(), found];
}
