import { words } from "./words.js";

const LANGUAGE = "streakboard.admin.language";

const spoken = await words(localStorage.getItem(LANGUAGE) ?? navigator.language);

document.documentElement.lang = spoken.language;

/** A text in the language of the page, with values in place of {names}. */
export const say = (english, values = {}) => spoken.label(english)
    .replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === "number" ? spoken.number(values[name]) : values[name]);

/** One of two texts in English, by a number n. */
export const sayOf = (one, other, values) => say(values.n === 1 ? one : other, values);

export const numberOf = value => spoken.number(value);

export const day = (date, options = { day: "numeric", month: "short", year: "numeric" }) => spoken.day(date, options);

/** A season or a period of a board: months by their names. */
export const period = key => spoken.period(key);

/** An instant where the admin is. */
export const time = (instant, options = { dateStyle: "medium", timeStyle: "short" }) =>
    new Date(instant).toLocaleString(spoken.language, options);

/** How long until an instant. */
export const left = instant => duration((Date.parse(instant) - Date.now()) / 1000);

/** Seconds in two units, days, hours or minutes, or alone. */
export function duration(seconds) {
    const units = [["day", seconds / 86_400], ["hour", seconds / 3600 % 24], ["minute", seconds / 60 % 60], ["second", seconds % 60]];
    const first = units.findIndex(([unit, n]) => n >= 1 || unit === "second");
    return units.slice(first, first + 2).map(([unit, n]) => new Intl.NumberFormat(spoken.language,
        { style: "unit", unit, unitDisplay: "long" }).format(Math.max(0, Math.floor(n)))).join(" ");
}

/** Says what the page has in its own text, and offers the other language. */
export function sayAll(root, switcher) {
    const found = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (found.nextNode()) {
        const node = found.currentNode;
        node.data = node.data.replace(/\S[\s\S]*\S|\S/, text => say(text.replace(/\s+/g, " ")));
    }
    root.querySelectorAll("[placeholder]").forEach(field => { field.placeholder = say(field.placeholder); });
    switcher.textContent = spoken.name === "en" ? "中文" : "English";
    switcher.lang = spoken.name === "en" ? "zh" : "en";
    switcher.addEventListener("click", () => {
        localStorage.setItem(LANGUAGE, switcher.lang);
        location.reload();
    });
}
