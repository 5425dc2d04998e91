const WIDTH = 900;
const HEIGHT = 160;
const SVG = "http://www.w3.org/2000/svg";

export function shape(name, attributes, content = "") {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.textContent = content;
    return made;
}

const picture = says => shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": says });

const ground = () => shape("line", { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT });

/** A bar for each value, with a text to point at. */
export function bars(values, says, titles) {
    const svg = picture(says);
    const most = Math.max(1, ...values);
    const step = WIDTH / values.length;
    values.forEach((value, index) => {
        const height = value / most * (HEIGHT - 2);
        const bar = shape("rect", { x: index * step + 1, y: HEIGHT - height, width: step - 2, height });
        bar.append(shape("title", {}, titles[index]));
        svg.append(bar);
    });
    svg.append(ground());
    return svg;
}

/** A curve through all values, with a text to point at for each. */
export function curve(values, says, titles) {
    const svg = picture(says);
    svg.classList.add("curve");
    const most = Math.max(1, ...values);
    const step = WIDTH / values.length;
    const points = values.map((value, index) =>
        `${((index + .5) * step).toFixed(1)},${(HEIGHT - 4 - value / most * (HEIGHT - 12)).toFixed(1)}`);
    svg.append(
        shape("polygon", { points: [`${step / 2},${HEIGHT}`, ...points, `${WIDTH - step / 2},${HEIGHT}`].join(" ") }),
        shape("polyline", { points: points.join(" ") }), ground());
    titles.forEach((title, index) => {
        const area = shape("rect", { x: index * step, y: 0, width: step, height: HEIGHT });
        area.append(shape("title", {}, title));
        svg.append(area);
    });
    return svg;
}
