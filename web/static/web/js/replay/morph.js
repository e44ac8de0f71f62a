// Makes one tree of nodes like another by changing only what differs, and marks that as changed.
// So what is open stays open, what is scrolled stays scrolled, and eyes find what is new. Why it is
// not idiomorph, docs/pages.md says.

const CHANGED = "changed";
const NUMBER = /^(\D*)(\d+)(\D*)$/;
const OWN = new Set(["open", "inert"]); // what a reader opened stays open, a copy stays one

let marks = true;

// Whether what changes from now on is marked.
export function marking(on) {
  marks = on;
}

export function clearMarks(root) {
  for (const node of root.querySelectorAll(`.${CHANGED}`)) {
    node.removeAttribute("data-by");
    node.classList.remove(CHANGED);
    if (!node.classList.length) node.removeAttribute("class");
  }
}

export function morph(old, wanted) {
  if (old.isEqualNode(wanted)) return;
  attributes(old, wanted);
  children(old, wanted);
}

function attributes(old, wanted) {
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value && !OWN.has(name)) old.setAttribute(name, value);
  }
}

function children(old, wanted) {
  let here = old.firstChild;
  for (const next of [...wanted.childNodes]) {
    if (here?.isEqualNode(next)) {
      here = here.nextSibling;
      continue;
    }
    const own = named(here, next);
    if (own) {
      here.before(own);
      change(own, next);
      continue;
    }
    const same = later(here, next);
    if (same) {
      here = removeUntil(here, same).nextSibling;
    } else if (!here || !alike(here, next) || (here && later(next, here))) {
      old.insertBefore(next, here);
      mark(next);
    } else {
      const after = here.nextSibling;
      change(here, next);
      here = after;
    }
  }
  while (here) {
    const after = here.nextSibling;
    here.remove();
    here = after;
  }
}

// A sibling behind `node` that is about the same player, or the same number of a player, as `model`:
// rows change places with the turn order, cells with columns that come and go, and each is compared
// with what it was before.
function named(node, model) {
  const name = nameOf(model);
  if (!name || nameOf(node) === name) return null;
  for (let at = node?.nextSibling; at; at = at.nextSibling) if (nameOf(at) === name) return at;
  return null;
}

function nameOf(node) {
  return node?.dataset?.whole ?? node?.dataset?.cell;
}

// A sibling behind `node` that is exactly like `model`; text between elements is no landmark.
function later(node, model) {
  if (model.nodeType !== Node.ELEMENT_NODE) return null;
  for (let at = node?.nextSibling; at; at = at.nextSibling) if (at.isEqualNode(model)) return at;
  return null;
}

function removeUntil(node, end) {
  while (node !== end) {
    const after = node.nextSibling;
    node.remove();
    node = after;
  }
  return end;
}

function alike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && one.id === other.id && nameOf(one) === nameOf(other);
}

function change(old, next) {
  if (old.nodeType === Node.ELEMENT_NODE) {
    morph(old, next);
  } else if (old.data !== next.data) {
    const by = difference(old.data.trim(), next.data.trim());
    const differs = old.data.trim() !== next.data.trim();
    old.data = next.data;
    if (differs) mark(old, by);
  }
}

// By how much a number has changed, with its sign; empty where more than one number differs.
function difference(before, after) {
  const [one, other] = [before.match(NUMBER), after.match(NUMBER)];
  if (!one || !other || one[3] !== other[3]) return "";
  const by = valueOf(other) - valueOf(one);
  return `${by < 0 ? "\u2212" : "+"}${Math.abs(by)}`;
}

function valueOf([, before, digits]) {
  return Number(digits) * (before.includes("\u2212") ? -1 : 1);
}

function mark(node, by = "") {
  if (!marks || (node.nodeType === Node.TEXT_NODE && !node.data.trim())) return;
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  element?.classList.add(CHANGED);
  if (by) element?.setAttribute("data-by", by);
}
