import { numberOf, say, time as said } from "./say.js";

const TONES = {
    UP: "good", DONE: "good", SETTLED: "good", OPEN: "", UPCOMING: "", RUNNING: "wait", ENDED: "wait", SETTLING: "wait",
    "to come": "", DOWN: "bad", OUT_OF_SERVICE: "bad", MISMATCH: "bad", FAILED: "bad",
};

export const tone = state => TONES[state] ?? "wait";

/** All text goes in as text: names and details may come from anyone. */
export function text(tag, content, classes = "") {
    const element = document.createElement(tag);
    element.textContent = content;
    element.className = classes;
    return element;
}

/** @param label in English */
export function button(label, onClick, classes = "", disabled = false) {
    const element = text("button", say(label), classes);
    element.type = "button";
    element.disabled = disabled;
    element.addEventListener("click", onClick);
    return element;
}

export const number = value => text("span", value == null ? "" : numberOf(value), "number");

export const bytes = value => text("span", `${numberOf(Math.ceil(value / 1024))} KB`, "number");

export function time(instant) {
    const element = text("time", said(instant));
    element.dateTime = instant;
    return element;
}

/** A table with headings in English, which scrolls on a narrow screen; a row has cells, elements or text, and may be selected. */
export function table(headings, rows, caption) {
    const element = document.createElement("table");
    if (caption) {
        element.createCaption().textContent = caption;
    }
    const numeric = column => rows[0]?.cells[column]?.className === "number" ? "number" : "";
    element.createTHead().insertRow()
        .append(...headings.map((heading, column) => text("th", say(heading), numeric(column))));
    const body = element.createTBody();
    for (const { cells, selected } of rows) {
        const row = body.insertRow();
        if (selected) {
            row.setAttribute("aria-selected", "true");
        }
        cells.forEach((cell, column) => {
            const place = row.insertCell();
            place.className = numeric(column);
            place.append(cell);
        });
    }
    const frame = text("div", "", "scroll");
    frame.tabIndex = 0; // so that it scrolls by keys
    frame.append(element);
    return frame;
}

export const facts = (values, caption) =>
    table(Object.keys(values).map(words), [{ cells: Object.values(values).map(number) }], caption);

/** {@code onlyInRedis} as "Only in Redis". */
function words(key) {
    const said = key.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
        .replace("redis", "Redis").replace("my sql", "MySQL");
    return said[0].toUpperCase() + said.slice(1);
}

/** How a board in Redis differs from MySQL, with the first members that do. */
export function comparison({ drift: { examples, ...numbers } }, caption) {
    return [
        facts(numbers, caption),
        ...examples?.length ? [table(["Differs", "In MySQL", "In Redis"], examples.map(({ member, expected, found }) =>
            ({ cells: [member, number(expected), number(found)] })))] : [],
    ];
}
