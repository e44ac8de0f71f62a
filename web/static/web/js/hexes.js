// Where spaces lie on the drawing of the board: flat-top hexagons in columns A to M, rows 1 to 9.

const SIZE = 44; // From the middle of a space to its corners.
const MARGIN = 30;
const COLUMNS = 13;
const ROWS = 9;
const HALF = (SIZE * Math.sqrt(3)) / 2;
const CORNERS = [0, 1, 2, 3, 4, 5].map((number) => {
  const angle = ((60 * number - 120) * Math.PI) / 180;
  return [(SIZE - 3) * Math.cos(angle), (SIZE - 3) * Math.sin(angle)];
});

export const WIDE = 2 * SIZE;

export function outline(x, y) {
  return CORNERS.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
}

function place(column, row) {
  return { x: MARGIN + SIZE * (1 + 1.5 * column), y: MARGIN + HALF * (2 * row + 1 + (column % 2)) };
}

function space(column, row) {
  if (column < 0 || row < 0 || column >= COLUMNS || row >= ROWS) return null;
  return { name: String.fromCharCode(65 + column) + (row + 1), column, row, ...place(column, row) };
}

// The space at a point of the drawing; null beside the map.
export function spaceAt(x, y) {
  const column = Math.round(((x - MARGIN) / SIZE - 1) / 1.5);
  const near = [column - 1, column, column + 1].map((one) => {
    const row = Math.round((y - MARGIN) / HALF / 2 - 0.5 - (one % 2 ? 0.5 : 0));
    return space(one, row);
  });
  const found = near.filter(Boolean).sort((a, b) => away(a, x, y) - away(b, x, y))[0];
  return found && away(found, x, y) <= SIZE ? found : null;
}

function away(one, x, y) {
  return Math.hypot(one.x - x, one.y - y);
}

// The next space in a direction, whatever is on it; null at the edge.
export function beside({ column, row }, [right, down]) {
  return space(column + right, row + down);
}
