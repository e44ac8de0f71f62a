// The spaces of the drawn board: where each lies, which one is at a point, which one is beside it.
// Measures are those of the drawing.

export const map = document.querySelector(".board .map");

export const spaces = [...(map?.querySelectorAll(".drawn [data-hex]") ?? [])].map((rim) => {
  const corners = [];
  // The first corner, then steps from each to the next one.
  for (const [, right, down] of rim.getAttribute("d").matchAll(/(-?[\d.]+),(-?[\d.]+)/g)) {
    const [x, y] = corners.at(-1) ?? [0, 0];
    corners.push([x + Number(right), y + Number(down)]);
  }
  const outline = corners.join(" ");
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 6);
  return { name: rim.dataset.hex, outline, corners, x, y, size: corners[2][0] - x };
});

const byName = new Map(spaces.map((space) => [space.name, space]));

export function named(name) {
  return byName.get(name);
}

// A line a little inside of a space, so that those of two neighbours do not meet.
export function inside({ x, y, corners }) {
  return corners.map(([a, b]) => `${x + (a - x) * 0.93},${y + (b - y) * 0.93}`).join(" ");
}

// Dims the map without some spaces; with none it removes the dimming.
export function dim(kept) {
  const holes = kept.map(({ outline }) => `M${outline}z`).join("");
  const { width, height, x, y } = map.viewBox.baseVal;
  document.getElementById("dim")?.setAttribute("d", holes && `M0,0H${width + 2 * x}V${height + 2 * y}H0z${holes}`);
}

export function nearest(x, y) {
  let best = null;
  let least = Infinity;
  for (const space of spaces) {
    const far = Math.hypot(space.x - x, space.y - y);
    if (far < least) [best, least] = [space, far];
  }
  return best && least <= best.size ? best : null;
}

// The space under a pointer; null beside the map.
export function under({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse());
  return nearest(x, y);
}

// The next space in a direction, whatever is on it; the same one at the edge.
export function beside(space, [right, down]) {
  const step = space.size * (down ? Math.sqrt(3) : 1.5);
  const aside = right ? (space.size * Math.sqrt(3)) / 2 : 0;
  const [x, y] = [space.x + right * step, space.y + down * step];
  return nearest(x, y - aside) ?? nearest(x, y + aside) ?? space;
}
