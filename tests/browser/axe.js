// Runs axe on parts of a page, without looking at the same twice; what it finds, for each kind of result.
async ([part, options]) => {
  const MARK = "data-look";
  const PLAIN = { backgroundColor: "rgba(0, 0, 0, 0)", backgroundImage: "none", filter: "none", opacity: "1" };
  const behind = new Map();

  // All that is painted behind letters. Only what is positioned comes to lie on anything but its
  // parents, so it goes by its name.
  function painted(element) {
    if (!element) return "";
    if (!behind.has(element)) {
      const style = getComputedStyle(element);
      const own = Object.keys(PLAIN).filter((key) => style[key] !== PLAIN[key]).map((key) => style[key]);
      if (style.position !== "static") own.push(element.tagName, element.getAttribute("class"));
      behind.set(element, painted(element.parentElement) + (own.length ? `>${own}` : ""));
    }
    return behind.get(element);
  }

  // What the contrast of an element's letters depends on; null if it has none that are seen.
  function look(element) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const length = texts.map((node) => node.data.trim()).join("").length;
    if (!length && !element.matches("input, select, textarea")) return null;
    if (!element.checkVisibility({ visibilityProperty: true })) return null;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    // Those of a control that is switched off do not count.
    const own = element.closest("label, :disabled, [aria-disabled]") ? element.outerHTML : element.tagName;
    return [own, length > 1, color, fontSize, fontWeight, textShadow, painted(element)].join("|");
  }

  // The lines of a log, or the cells of a table, have one look: the first and the last one do.
  function markLooks() {
    const looks = Map.groupBy(document.querySelectorAll("*"), look);
    looks.delete(null);
    for (const one of document.querySelectorAll(`[${MARK}]`)) one.removeAttribute(MARK);
    for (const alike of looks.values()) for (const one of [alike[0], alike.at(-1)]) one.setAttribute(MARK, "");
  }

  // Takes away what has no part in it; axe goes through everything that there is.
  function takeOthers(from, parts) {
    return [...from.children].flatMap((one) => {
      if (parts.includes(one)) return [];
      if (parts.some((part) => one.contains(part))) return takeOthers(one, parts);
      const place = document.createComment("");
      one.replaceWith(place);
      return [() => place.replaceWith(one)];
    });
  }

  markLooks();
  const putBack = part ? takeOthers(document.querySelector("main"), [...document.querySelectorAll(part)]) : [];
  axe.configure({ rules: [{ id: "color-contrast", selector: `[${MARK}]` }] });
  try {
    const results = await axe.run(part || document, options);
    return options.resultTypes.map((kind) => results[kind]);
  } finally {
    for (const one of putBack) one();
  }
}
