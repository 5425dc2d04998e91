import { shape } from "./charts.js";
import { table, text } from "./elements.js";
import { day, say, sayOf } from "./say.js";

const DAY_MILLIS = 86_400_000;
const CELL = 16;

const next = date => new Date(Date.parse(date) + DAY_MILLIS).toISOString().slice(0, 10);

const KINDS = [["madeUpDays", "made-up", "made up"], ["days", "signed", "signed"], ["frozenDays", "frozen", "bridged by a freeze"],
    ["pausedDays", "paused", "paused"]];

/** The last weeks as a picture, a column each, and the same in words. */
export function daysOf(signIns, today) {
    const kinds = new Map();
    [...KINDS].reverse().forEach(([list, kind]) => signIns[list].forEach(date => kinds.set(date, kind)));
    const weeks = Math.floor((Date.parse(today) - Date.parse(signIns.since)) / DAY_MILLIS / 7) + 1;
    const says = sayOf("One day signed since {since}, {madeUp} made up.", "{n} days signed since {since}, {madeUp} made up.",
        { n: signIns.days.length, since: day(signIns.since), madeUp: signIns.madeUpDays.length });
    const svg = shape("svg", { viewBox: `0 0 ${weeks * CELL} ${7 * CELL}`, role: "img", "aria-label": says, class: "days" });
    let date = signIns.since;
    for (let index = 0; index < weeks * 7; index++, date = next(date)) {
        const kind = kinds.get(date) ?? "none";
        if (date > today && kind === "none") {
            break;
        }
        const cell = shape("rect", { x: Math.floor(index / 7) * CELL + 1, y: index % 7 * CELL + 1, width: CELL - 2, height: CELL - 2,
            rx: kind === "made-up" ? CELL / 2 : 3, class: kind });
        cell.append(shape("title", {}, `${day(date)}: ${say(KINDS.find(([, each]) => each === kind)?.[2] ?? "not signed")}`));
        svg.append(cell);
    }
    const details = document.createElement("details");
    details.append(text("summary", say("The same in words")), table(["Days", "Which"], KINDS
        .filter(([list]) => signIns[list].length > 0)
        .map(([list, , name]) => ({ cells: [say(name), text("span", signIns[list].map(each =>
            day(each, { day: "numeric", month: "short" })).join(", "), "wide")] }))));
    return [text("p", says, "quiet"), svg, ...signIns.days.length > 0 ? [details] : []];
}

/** The streak with one more day, as far as the days that are known reach. */
export function streakWith(signIns, given, today) {
    const signed = new Set([...signIns.days, given]);
    const passed = new Set([...signIns.frozenDays, ...signIns.pausedDays]);
    const before = date => new Date(Date.parse(date) - DAY_MILLIS).toISOString().slice(0, 10);
    let streak = 0;
    for (let date = signed.has(today) ? today : before(today); date >= signIns.since; date = before(date)) {
        if (signed.has(date)) {
            streak++;
        } else if (!passed.has(date)) {
            break;
        }
    }
    return streak;
}
