// Charts whose line and numbers follow the position. The points of a line are its data: x is the
// version, y the value, and the matrix of their group fits them into the picture.

const LEFT = 30;
const RIGHT = 308;

function numbers(text) {
  return text.match(/-?\d+(?:\.\d+)?/g).map(Number);
}

class Chart {
  constructor(figure) {
    this.svg = figure.querySelector("svg");
    this.unit = figure.dataset.unit;
    this.cursor = figure.querySelector(".cursor");
    this.marks = [...figure.querySelectorAll(".dots > .dot")];
    this.values = [...figure.querySelectorAll(".legend .number")];
    const [a, , , d, e, f] = numbers(figure.querySelector(".lines").getAttribute("transform"));
    this.x = (version) => a * version + e;
    this.y = (value) => d * value + f;
    this.lines = [...figure.querySelectorAll(".line")].map((line) => {
      const points = line.getAttribute("points").trim();
      return points ? points.split(" ").map((point) => point.split(",").map(Number)) : [];
    });
  }

  show(version) {
    const x = this.x(version).toFixed(2);
    this.cursor.setAttribute("transform", `translate(${x} 0)`);
    this.lines.forEach((points, index) => {
      const value = at(points, version);
      this.marks[index].setAttribute("transform", `translate(${x} ${this.y(value).toFixed(2)})`);
      this.values[index].textContent = `${this.unit}${value}`;
    });
  }
}

// The value of the last point that is not behind the version.
function at(points, version) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= version) low = middle + 1;
    else high = middle;
  }
  return low ? points[low - 1][1] : 0;
}

export function setUpCharts(root, newest, go) {
  const charts = [...root.querySelectorAll(".chart[data-unit]")].map((figure) => new Chart(figure));
  const groups = [...root.querySelectorAll(".bar-group")];
  for (const { svg } of charts) {
    svg.classList.add("leads");
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
      const share = Math.min(1, Math.max(0, (x - LEFT) / (RIGHT - LEFT)));
      go(Math.round(1 + share * (newest - 1)));
    });
  }
  return (version) => {
    for (const chart of charts) chart.show(version);
    for (const group of groups) group.classList.toggle("later", Number(group.dataset.from) > version);
  };
}
