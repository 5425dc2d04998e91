import { element, perform, update } from "./actions.js";
import { request } from "./api.js";
import { bars } from "./charts.js";
import { button, number, table, text } from "./elements.js";
import { day as named, say } from "./say.js";

const DAYS = 90;
const DAY_MILLIS = 86_400_000;
const RETURNS = [1, 7, 30, 60];

/** Only when it is asked for, one question after the other: MySQL reads whole months for it. */
const load = () => perform("Attendance", async () => {
    const { day: today } = await request("info");
    const yesterday = before(today, 1);
    const days = [];
    for (const month of months(before(today, DAYS - 1), today)) {
        days.push(...(await request(`attendance/${month}`)).days);
    }
    const shown = days.filter(({ day }) => day > before(today, DAYS) && day <= today);
    render(shown);
    const returns = [];
    for (const ago of RETURNS) {
        returns.push(await request(`attendance/${before(yesterday, ago)}?and=${yesterday}`));
    }
    renderReturns(returns, yesterday);
    return shown;
});

const before = (day, days) => new Date(Date.parse(day) - days * DAY_MILLIS).toISOString().slice(0, 10);

function months(first, last) {
    const found = new Set();
    for (let day = first; day <= last; day = before(day, -1)) {
        found.add(day.slice(0, 7));
    }
    return found;
}

function render(days) {
    const most = Math.max(1, ...days.map(({ learners }) => learners));
    const best = days.find(({ learners }) => learners === most);
    const span = { from: days[0].day, to: days.at(-1).day };
    const says = best ? say("Learners a day from {from} to {to}: at most {n}, on {day}.", { ...span, n: most, day: best.day })
        : say("Nobody signed in from {from} to {to}.", span);
    const rows = [...days].reverse().map(({ day, learners, madeUp }) =>
        ({ cells: [day, number(learners), number(madeUp)] }));
    const details = document.createElement("details");
    details.append(text("summary", say("The same as a table")), table(["Day", "Learners", "Made up"], rows));
    update("attendance", [text("p", says, "quiet"), bars(days.map(({ learners }) => learners), says, days.map(({ day, learners, madeUp }) =>
        say("{day}: {n}, {madeUp} made up", { day: named(day), n: learners, madeUp }))), details]);
}

function renderReturns(returns, yesterday) {
    const share = (both, { learners }) => learners === 0 ? "" : `${Math.round(100 * both / learners)}%`;
    update("returns", [table(["Signed in on", "Learners", say("Again on {day}", { day: yesterday }), "Share"],
        returns.map(({ day, both }) => ({
            cells: [day.day, number(day.learners), number(both), text("span", share(both, day), "number")],
        })), say("Who came back"))]);
}

element("attendance-actions").append(button("Show 90 days", load, "plain"));
