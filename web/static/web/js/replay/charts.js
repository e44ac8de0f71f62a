// Charts whose line and numbers follow the position. The points of a line are its data: x is the
// place among the events that hold, y the value, and the matrix of their group fits them into the
// picture.

const LEFT = 34;
const RIGHT = 308;

function numbers(text) {
  return text.match(/-?\d+(?:\.\d+)?/g).map(Number);
}

class Chart {
  constructor(figure) {
    this.svg = figure.querySelector("svg");
    this.form = figure.dataset.form;
    this.cursor = figure.querySelector(".cursor");
    this.marks = [...figure.querySelectorAll(".dots > .dot")];
    this.values = [...figure.querySelectorAll(".legend .number")];
    const [a, , , d, e, f] = numbers(figure.querySelector(".lines").getAttribute("transform"));
    this.x = (place) => a * place + e;
    this.y = (value) => d * value + f;
    this.lines = [...figure.querySelectorAll(".lines .line")].map((line) => {
      const points = line.getAttribute("points").trim();
      return points ? points.split(" ").map((point) => point.split(",").map(Number)) : [];
    });
  }

  show(place) {
    const x = this.x(place).toFixed(2);
    this.cursor.setAttribute("transform", `translate(${x} 0)`);
    this.lines.forEach((points, index) => {
      const value = at(points, place);
      this.marks[index].setAttribute("transform", `translate(${x} ${this.y(value).toFixed(2)})`);
      this.values[index].textContent = this.form.replace("#", value);
    });
  }
}

// The value of the last point that is not behind the place.
function at(points, place) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= place) low = middle + 1;
    else high = middle;
  }
  return low ? points[low - 1][1] : 0;
}

// Bars of rounds: those to come are pale, and the numbers are those of the last one that came.
class Bars {
  constructor(figure) {
    this.form = figure.dataset.barForm;
    this.groups = [...figure.querySelectorAll(".bar-group")];
    this.values = [...figure.querySelectorAll(".legend .number")];
    this.round = figure.querySelector(".chart-round");
  }

  show(version) {
    for (const group of this.groups) group.classList.toggle("later", Number(group.dataset.from) > version);
    const shown = this.groups.findLast((group) => !group.classList.contains("later"));
    const columns = shown?.querySelectorAll(".column") ?? [];
    this.round.textContent = shown?.dataset.round ?? "";
    this.values.forEach((value, seat) => {
      value.textContent = this.form.replace("#", columns[seat]?.dataset.value ?? 0);
    });
  }
}

// `places` is how many events hold; `go` gets the place that was chosen in a chart.
export function setUpCharts(root, places, go) {
  const charts = [...root.querySelectorAll(".chart[data-form]")].map((figure) => new Chart(figure));
  const bars = [...root.querySelectorAll(".chart[data-bar-form]")].map((figure) => new Bars(figure));
  for (const { svg } of charts) {
    svg.classList.add("leads");
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
      const share = Math.min(1, Math.max(0, (x - LEFT) / (RIGHT - LEFT)));
      go(Math.round(1 + share * (places - 1)));
    });
  }
  return (place, version) => {
    for (const chart of charts) chart.show(place);
    for (const one of bars) one.show(version);
  };
}
