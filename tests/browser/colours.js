// The colours of letters, and those that may lie behind them, of elements by their selectors.
(selectors) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

  // Red, green, blue from 0 to 255, and how opaque from 0 to 1.
  function parsed(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  function over([red, green, blue, alpha], behind) {
    return [red, green, blue].map((one, at) => one * alpha + behind[at] * (1 - alpha));
  }

  // What is painted behind an element by itself and those around it: of a gradient each colour.
  function grounds(element) {
    if (!element) return [parsed("Canvas").slice(0, 3)];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const own = parsed(backgroundColor);
    let found = own[3] === 1 ? [own.slice(0, 3)] : grounds(element.parentElement).map((one) => over(own, one));
    const stops = (backgroundImage.match(/(rgba?|color)\([^()]*\)/g) ?? []).map(parsed);
    if (stops.length) found = [...found, ...stops.flatMap((stop) => found.map((one) => over(stop, one)))];
    return found;
  }

  function opacity(element) {
    return element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
  }

  // In a drawing letters have an edge of their own, or stand on the shape before them.
  function drawn(element) {
    const { stroke, strokeWidth } = getComputedStyle(element);
    const land = [...document.querySelectorAll(".map .drawn :is(.grassland, .forest, .mountain)")];
    if (stroke !== "none" && parseFloat(strokeWidth) >= 2) {
      return land.map((one) => over(parsed(stroke), parsed(getComputedStyle(one).fill)));
    }
    for (let one = element.previousElementSibling; one; one = one.previousElementSibling) {
      const style = getComputedStyle(one);
      const paint = [style.fill, style.stroke].find((colour) => colour !== "none" && parsed(colour)[3] === 1);
      if (!one.matches("text, use, title") && paint) return [parsed(paint).slice(0, 3)];
    }
    return grounds(element.closest("svg"));
  }

  return selectors.map((selector) => {
    const element = document.querySelector(selector);
    const style = getComputedStyle(element);
    const svg = element instanceof SVGElement;
    const [red, green, blue, alpha] = parsed(svg ? style.fill : style.color);
    const front = [red, green, blue, alpha * opacity(element)];
    const scale = svg ? element.getScreenCTM().a : 1;
    const size = parseFloat(style.fontSize) * scale;
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const behind = svg ? drawn(element) : grounds(element);
    return { selector, large, pairs: behind.map((one) => [over(front, one), one]) };
  });
}
