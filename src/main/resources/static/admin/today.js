import { element, update } from "./actions.js";
import { request } from "./api.js";
import { curve } from "./charts.js";
import { button, number, table, text } from "./elements.js";
import { day, duration, left, numberOf, period, say, sayOf, time } from "./say.js";

const DAYS = 60;
const DAY_MILLIS = 86_400_000;

/** Parts that take long where there are many learners. */
const NAMES = { signIns: "Sign-ins", learners: "learners", points: "points" };

/** What each metric beyond its limit means, and the card that helps. */
const ATTENTION = {
    "streakboard.store.up": ["A store does not answer.", "health"],
    "streakboard.journal.lag": ["Sign-ins have waited {time} for MySQL.", "journal"],
    "streakboard.journal.parked": ["Sign-ins were given up: {n}.", "journal"],
    "streakboard.events.open": ["Events wait for their delivery: {n}.", "events"],
    "streakboard.events.parked": ["Events were given up: {n}.", "events"],
    "streakboard.feed.lag": ["The feed is {time} behind.", "webhooks"],
    "streakboard.webhooks.tries": ["A webhook has failed {n} times in a row.", "webhooks"],
    "streakboard.webhooks.lag": ["A webhook is {n} events behind.", "webhooks"],
    "streakboard.webhooks.parked": ["Calls of webhooks were given up: {n}.", "webhooks"],
    "streakboard.settlement.mismatch": ["Seasons whose proof has failed: {n}.", "seasons"],
    "streakboard.settlement.overdue": ["A season has been due for settlement for {time}.", "seasons"],
    "streakboard.leagues.overdue": ["A week of the leagues has been due for {time}.", "leagues"],
    "streakboard.board.final.tries": ["A ranking does not become final after {n} tries.", "boards"],
    "streakboard.board.drift": ["Places of the points board differ from the ledger: {n}.", "boards"],
    "streakboard.board.bucket.largest": ["A bucket of the points board has {n} members.", "boards"],
    "streakboard.board.degraded": ["Redis has lost boards, which are being rebuilt.", "boards"],
    "streakboard.signin.degraded": ["Bitmaps may have gaps; calendars are read from MySQL.", "signins"],
    "streakboard.signin.drift": ["Days that bitmaps and MySQL do not share: {n}.", "signins"],
    "hikaricp.connections.pending": ["Requests wait for a connection to MySQL: {n}.", "health"],
};

export const loadToday = () => request("today");

export function renderToday({ parts, unavailable }) {
    const { attention, boards, learners, points, signIns } = parts;
    update("attention", attended(attention?.figures, unavailable));
    update("today", [
        ...signIns ? [signInTile(signIns.figures)] : [],
        ...learners ? learnerTiles(learners.figures) : [],
        ...points ? [pointsTile(points.figures)] : [],
    ]);
    update("ends", boards?.figures.length ? [text("h3", say("Ends soon")), list(boards.figures.map(ending))] : []);
    if (signIns) {
        renderCurve(signIns.figures);
    }
    element("fresh").textContent = Object.entries(NAMES).filter(([part]) => !unavailable[part]).map(([part, name]) => parts[part]
        ? say("{name} as of {time}", { name: say(name), time: time(parts[part].asOf, { timeStyle: "short" }) })
        : say("{name} are being counted", { name: say(name) })).join(" · ");
}

function list(items) {
    const made = text("ul", "");
    made.append(...items.map(item => typeof item === "string" ? text("li", item) : item));
    return made;
}

function attended(found = [], unavailable) {
    const missing = Object.entries(unavailable)
        .map(([part, reason]) => text("li", say("Not known now: {part} ({reason}).", { part, reason }), "bad"));
    return found.length + missing.length === 0
        ? [text("p", say("Nothing needs your attention."), "good")]
        : [text("h3", say("Needs your attention"), "bad"), list([...found.map(attend), ...missing])];
}

function attend({ metric, value }) {
    const [says, card] = ATTENTION[metric] ?? [`${metric}: {n}`, "health"];
    const item = text("li", "");
    item.append(text("span", `${say(says, { n: value, time: duration(value) })} `, "bad"), button("Look there", () => lookAt(card), "link"));
    return item;
}

function lookAt(card) {
    const section = element(card).closest("section");
    section.scrollIntoView({ block: "start" });
    section.querySelector("h2").tabIndex = -1;
    section.querySelector("h2").focus({ preventScroll: true });
}

function tile(label, value, ...notes) {
    const made = text("div", "", "tile");
    made.append(text("span", label), text("strong", value),
        ...notes.filter(note => note).map(note => typeof note === "string" ? text("small", note) : note));
    return made;
}

const signInTile = ({ today, yesterday, weekAgo }) => tile(say("Sign-ins today"), numberOf(today.signIns),
    against(today.signIns, yesterday.byNow, say("yesterday by now")),
    against(today.signIns, weekAgo.byNow, say("a week ago by now")));

/** More or less than at the same hour of another day, in words and not by colour alone. */
function against(now, then, what) {
    const change = then === 0 ? "" : ` (${now >= then ? "+" : "−"}${numberOf(Math.round(Math.abs(now - then) / then * 100))}%)`;
    return text("small", `${what}: ${numberOf(then)}${change}`, now < then ? "wait" : "");
}

const learnerTiles = ({ active, newToday, newYesterday, atRisk, atRiskMore }) => [
    tile(say("Active in seven days"), numberOf(active), say("learners who signed in")),
    tile(say("New today"), numberOf(newToday), say("yesterday: {n}", { n: newYesterday })),
    tile(say("Streaks at risk"), numberOf(atRisk) + (atRiskMore ? "+" : ""), say("break unless they sign in today")),
];

const pointsTile = ({ season, all, today, yesterday, weekAgo }) => tile(say("Points today"), numberOf(today),
    against(today, yesterday, say("yesterday by now")),
    against(today, weekAgo, say("a week ago by now")),
    say("{season}: {points} of {n} learners", { season: period(season), points: all.points, n: all.learners }));

const ending = ({ title, period: key, endsAt, rankings }) =>
    say("{board}, {period}: in {left}", { board: title, period: period(key), left: left(endsAt) })
    + (rankings > 1 ? ` · ${say("{n} rankings", { n: rankings })}` : "");

function renderCurve({ today, days }) {
    const known = Object.fromEntries(days.map(each => [each.day, each]));
    const all = Array.from({ length: DAYS }, (_, index) =>
        new Date(Date.parse(today.day) - (DAYS - 1 - index) * DAY_MILLIS).toISOString().slice(0, 10))
        .map(each => known[each] ?? { day: each, signIns: 0, points: 0 });
    update("curves", [
        drawn(say("Sign-ins a day"), all, each => each.signIns),
        drawn(say("Points for sign-ins a day"), all, each => each.points),
    ]);
    update("curves-table", [table(["Day", "Sign-ins", "Points for sign-ins"],
        [...all].reverse().map(each => ({ cells: [day(each.day), number(each.signIns), number(each.points)] })))]);
}

function drawn(title, all, of) {
    const values = all.map(of);
    const most = Math.max(...values);
    const best = all[values.indexOf(most)];
    const says = say("{title}, {from} to {to}: at most {n}, on {day}.", {
        title, from: day(all[0].day), to: day(all.at(-1).day), n: most, day: day(best.day) });
    const figure = text("div", "");
    figure.append(text("p", says, "quiet"),
        curve(values, says, all.map((each, index) => `${day(each.day)}: ${numberOf(values[index])}`)));
    return figure;
}

/** The last answers of other cards, by their names, of which the jobs are told. */
const known = {};

/** Draws a card, and tells of its jobs above. */
export const told = (name, render) => content => {
    render(content);
    known[name] = content;
    update("jobs", [list(jobs(known))]);
};

function jobs({ seasons, imports, badges, signins, leagues, boards }) {
    const found = [...seasons ? seasonsInWords(seasons) : []];
    imports?.items.filter(({ state }) => state === "RUNNING").forEach(({ id, rows }) =>
        found.push(say("Import {id} is under way: {n} lines.", { id: String(id), n: rows })));
    if (badges?.run?.state === "RUNNING") {
        found.push(say("Badges are given: {n} learners looked through.", { n: badges.run.learners }));
    }
    if (signins?.inProgress) {
        found.push(say("Bitmaps and MySQL are compared."));
    }
    leagues?.weeks.filter(({ failure, endedAt }) => failure && !endedAt).forEach(({ week }) =>
        found.push(say("The week of {week} of the leagues does not end.", { week: day(week) })));
    boards?.forEach(({ board, editions }) => {
        const lost = editions.filter(({ degraded }) => degraded).length;
        if (lost > 0) {
            found.push(sayOf("{board}: a ranking is being rebuilt.", "{board}: {n} rankings are being rebuilt.", { board, n: lost }));
        }
    });
    return found;
}

/** Seasons that have begun and are not settled, and the last settled one. */
function seasonsInWords({ seasons, mismatches }) {
    const words = {
        OPEN: season => say("{season} is open for another {left}.", { season: period(season.name), left: left(season.endsAt) }),
        ENDED: season => say(season.held ? "{season} has ended and is held." : "{season} has ended and will be settled.", { season: period(season.name) }),
        SETTLING: season => say(mismatches.includes(season.name) ? "{season}: the proof of its settlement has failed." : "{season} is being settled.", { season: period(season.name) }),
        SETTLED: season => say("{season} is settled.", { season: period(season.name) }),
    };
    const settled = seasons.filter(({ state }) => state === "SETTLED")
        .sort((one, other) => Date.parse(other.endsAt) - Date.parse(one.endsAt)).slice(0, 1);
    return [...seasons.filter(({ state }) => state !== "SETTLED"), ...settled]
        .filter(({ state }) => words[state]).slice(0, 6).map(season => words[season.state](season));
}
