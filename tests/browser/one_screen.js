// What tests measure on the page of a table.

globalThis.measures = (() => {
  const REGIONS = ".table-head, .stage, .panel-main, .around > .tab > .pane, .rail, #mine, .panel-foot";
  const NAMES = ".c-who, .table-head h1, #status strong, .player h3 span";
  const shifts = [];
  let told;

  const say = (...words) => told.push(words.join(" "));
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const called = (one) => one.className || one.id;

  function scrolls() {
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) say("the page is", scrollWidth, "by", scrollHeight);
  }

  function apart(a, b) {
    const beside = a.right <= b.left + 0.5 || b.right <= a.left + 0.5;
    return beside || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
  }

  function covers() {
    const boxes = all(REGIONS).map((one) => [called(one), one.getBoundingClientRect()]);
    for (const [name, box] of boxes) {
      const { left, top, right, bottom } = box;
      if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) say(name, "sticks out");
      for (const [other, its] of boxes) {
        if (name < other && !apart(box, its)) say(name, "covers", other);
      }
    }
  }

  // A part is seen, is behind a tab, or comes by pressing something.
  function missing(parts) {
    for (const name of parts) {
      const part = document.getElementById(name);
      if (!part || part.hidden || part.closest("svg") || !part.textContent.trim() || seen(part)) continue;
      const tab = part.closest(".tab")?.querySelector(":scope > label");
      const opener = all("a").find((one) => one.pathname === part.dataset.fetch);
      if (!(tab && seen(tab)) && !opener) say(name, "is nowhere");
    }
  }

  function cut() {
    for (const one of all("#mine, .panel-foot, .compared, .info")) {
      if (one.scrollWidth > one.clientWidth + 1) say(called(one), "is cut off");
    }
    for (const one of all("#mine")) {
      if (one.scrollHeight > one.clientHeight + 1) say("mine is cut off below");
    }
    for (const one of all(".board-tools .zoom span, .overlays > summary")) {
      const { lineHeight, minHeight } = getComputedStyle(one);
      const high = Math.max(parseFloat(lineHeight), parseFloat(minHeight) || 0);
      if (high > one.closest(".board-tools").offsetHeight) say(one.localName, "of the tools is too high");
    }
    for (const one of innerWidth < 1200 ? [] : all(".compared, .info")) {
      if (one.scrollHeight > one.clientHeight + 1) say(called(one), "scrolls", one.scrollHeight - one.clientHeight);
    }
  }

  function small(least) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: one, data } = walker.currentNode;
      if (!data.trim() || one.closest("svg, .unseen, script, option") || !seen(one)) continue;
      const size = parseFloat(getComputedStyle(one).fontSize);
      if (size && size < least) say(called(one), "has", size, "pixels:", data.trim());
    }
  }

  return {
    shifts,
    call(name) {
      for (const one of document.querySelectorAll(NAMES)) one.textContent = name;
    },
    wrong(parts, least) {
      told = [];
      scrolls();
      covers();
      missing(parts);
      cut();
      small(least);
      return told;
    },
    // What of each card does not fit in the first slot of the export board, and all heights of cards.
    fitted(cards) {
      told = [];
      const slot = document.querySelector("#exports .contracts li");
      const heights = new Set();
      for (const html of cards) {
        slot.innerHTML = html;
        const card = slot.firstElementChild;
        heights.add(card.getBoundingClientRect().height);
        for (const list of card.querySelectorAll("ul")) {
          if (list.scrollWidth > list.clientWidth) say(list.className, "of", card.dataset.contract, "is cut off");
        }
      }
      return [told, [...heights]];
    },
    // What is cut of rows with the widest income and with two contracts.
    rows() {
      told = [];
      const amount = (number, symbol) => `<span class="amount">${number}<svg class="icon i-${symbol}"></svg></span>`;
      const goods = ["wool", "milk", "grain", "bread", "cheese", "whisky"];
      const three = `<span class="box">${goods.slice(3).map((good) => amount(3, good)).join("")}</span>`;
      for (const row of all("#compare tbody tr")) {
        row.querySelector(".c-income").innerHTML = `<span class="amount">£44</span>${goods.map((good) => amount(4, good)).join("")}`;
        row.querySelector(".c-box").innerHTML = three + three;
        for (const one of row.querySelectorAll("td")) {
          if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) say(one.className, "is cut off");
        }
      }
      return told;
    },
    // Notes what moves without any input.
    watch() {
      const note = ({ value, hadRecentInput, sources }) => {
        if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
      };
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
    },
  };
})();
