import { ACTED, element, perform, update } from "./actions.js";
import { request } from "./api.js";
import { learnerActions } from "./learner-actions.js";
import { daysOf } from "./learner-days.js";
import { onSubmit } from "./forms.js";
import { button, number, table, text, time } from "./elements.js";
import { parkedEntries, parkedEvents } from "./parked.js";
import { day, numberOf, period, say, sayOf, time as said } from "./say.js";

/** Each module is asked, so not with each refresh. */
const PAUSE_MILLIS = 6_000;

const PARTS = {
    badges: "badges", board: "the place on the board", events: "events that were given up", groups: "groups",
    league: "the league", points: "the ledger", privacy: "what others see", profile: "name and deletion",
    signIns: "sign-ins", today: "caps of today",
};

let learner = null;

/** The answer of a look-up, to be shown at once. */
let fresh = null;
let askedAt = 0;

const path = key => `learners/${encodeURIComponent(key)}`;

/** Asks for the learner who was looked up; undefined if there is nothing new to show. */
export async function loadLearner() {
    if (fresh === null && (learner === null || Date.now() - askedAt < PAUSE_MILLIS)) {
        return undefined;
    }
    askedAt = Date.now();
    const asked = learner;
    const given = fresh;
    fresh = null;
    const found = given ?? await request(path(asked));
    return asked === learner ? found : undefined;
}

addEventListener(ACTED, () => { askedAt = 0; });

export function renderLearner(found) {
    const { learner: id, name, deletedAt, facts } = found;
    const { events, points, today, signIns } = facts;
    element("learner").hidden = false;
    element("learner-title").textContent = name ? say("Learner {id}, {name}", { id, name }) : say("Learner {id}", { id });
    update("learner-tiles", deletedAt ? [] : tiles(facts), id);
    update("learner-days", signIns && !deletedAt ? daysOf(signIns, today?.day ?? new Date().toISOString().slice(0, 10)) : [], id);
    update("learner-findings", findings(found).map(([finding, classes]) => text("li", finding, classes)), id);
    update("learner-actions", learnerActions(found), JSON.stringify(found));
    update("learner-detail", [
        ...today ? caps(today) : [],
        ...signIns?.parked.length ? [parkedEntries(signIns.parked, say("Sign-ins that were given up"))] : [],
        ...events?.parked.length ? [parkedEvents(events.parked, say("Events about the learner that were given up"))] : [],
        ...points ? [...ledger(points), ...adjustments(points)] : [],
    ], id);
}

function tiles({ badges, board, league, points, signIns }) {
    const tile = (label, value, note) => {
        const made = text("div", "", "tile");
        made.append(text("span", say(label)), text("strong", value), text("small", note));
        return made;
    };
    return [
        ...points ? [tile("Points", numberOf(points.points), period(points.season))] : [],
        ...board && !board.degraded ? [tile("Rank", board.rank === null ? "–" : numberOf(board.rank), say("on the points board"))] : [],
        ...signIns ? [tile("Streak", numberOf(signIns.streak), say("longest: {n}", { n: signIns.longestStreak })),
            tile("Days signed", numberOf(signIns.signedDays), signIns.signedToday ? say("today, too") : say("not today"))] : [],
        ...league ? [tile("League", league.tier, league.place === null ? say("no points this week")
            : say("place {place} of {n}", { place: league.place, n: league.members }))] : [],
        ...badges ? [tile("Badges", numberOf(badges.filter(each => !each.withdrawnAt).length),
            badges.filter(each => !each.withdrawnAt).slice(-3).map(each => each.badge).join(", "))] : [],
    ];
}

/** Why the learner has these points and no others, in words. */
function findings({ avatar, deletedAt, facts: { badges, board, events, groups, points, privacy, signIns, today }, unavailable }) {
    const found = [];
    const tell = (condition, finding, classes = "") => condition && found.push([finding(), classes]);
    tell(deletedAt, () => say("Deleted on {time}: nothing about this learner is accepted any longer.", { time: said(deletedAt) }), "bad");
    Object.entries(unavailable).forEach(([part, reason]) =>
        tell(true, () => say("Not known now: {part} ({reason}).", { part: say(PARTS[part] ?? part), reason }), "bad"));
    tell(avatar, () => say("Picture: {avatar}", { avatar }));
    if (points) {
        tell(true, () => say("{n} points in {season} by the ledger.", { n: points.points, season: period(points.season) }));
        tell(points.records.length === 0, () => say("The ledger has nothing: no activity has come."), "wait");
    }
    if (board) {
        tell(!board.degraded, () => board.rank === null ? say("Not on the points board.")
            : say("Rank {rank} with {n} points on the board.", { rank: board.rank, n: board.points }));
        tell(board.degraded, () => say("The board is being rebuilt: it has no rank until then."), "wait");
        tell(points && points.points !== board.points && !board.degraded,
            () => say("Board and ledger differ: events wait (see there), or the board needs a rebuild."), "bad");
        tell(board.hiddenOn.length > 0, () => say("Hidden on: {boards}.", { boards: board.hiddenOn.join(", ") }), "wait");
    }
    if (signIns) {
        tell(true, () => signIns.lastDay
            ? say(signIns.signedToday ? "Signed in today." : "Not signed in today; the last day is {day}.", { day: day(signIns.lastDay) })
            : say("Never signed in."));
        tell(signIns.atRisk, () => say("The streak breaks tonight without a sign-in."), "wait");
        tell(signIns.degraded, () => say("Days may be missing for now, as Redis has lost some."), "wait");
        tell(signIns.backlog > 0, () => say("{n} sign-ins wait in the journal's partition {partition}: their points are still to come.",
            { n: signIns.backlog, partition: String(signIns.partition) }), "wait");
        tell(signIns.parked.length > 0, () => say("Sign-ins were given up (below): they have no points yet."), "bad");
    }
    tell(privacy, () => say("What others see on boards: {choice}.", { choice: say(privacy.board) }));
    const pause = privacy?.pauses.at(-1);
    tell(pause, () => say("Paused from {from} until {until}, the last time.", { from: day(pause.from), until: day(pause.until) }));
    tell(groups?.length > 0, () => say("In groups: {groups}.", { groups: groups.map(({ id, name, role }) =>
        `${name} (${role === "owner" ? `${say("owner")}, ` : ""}${id})`).join(", ") }));
    tell(badges?.length > 0, () => say("Badges: {badges}.", { badges: badges.map(({ badge, level, withdrawnAt }) =>
        `${badge} ${level}${withdrawnAt ? ` (${say("withdrawn")})` : ""}`).join(", ") }));
    tell(events?.parked.length > 0,
        () => say("Events were given up (below): points or boards lack what they tell."), "bad");
    const used = (today?.types ?? []).filter(({ points: got, cap }) => cap !== null && got >= cap);
    tell(used.length > 0, () => say("Today's cap is used up: {types}.", { types: used.map(({ type }) => type).join(", ") }), "wait");
    return found;
}

function caps({ day: today, types }) {
    return [table(["Type", "Today", "Cap"], types.map(({ type, points, cap }) =>
        ({ cells: [type, number(points), cap === null ? text("span", say("none"), "number") : number(cap)] })),
    say("Caps of {day}", { day: day(today) }))];
}

function ledger({ records }) {
    return records.length === 0 ? [] : [table(["Happened", "Type", "Points", "Outcome", "Season", "Title", "Source", "Reason"],
        records.map(record => ({
            cells: [time(record.occurredAt), record.type, number(record.points),
                text("span", record.outcome, record.outcome === "AWARDED" ? "good" : "wait"), period(record.season),
                text("span", record.title ?? "", "wide"), text("span", record.sourceId, "wide"),
                text("span", record.reason ?? "", "wide")],
        })), say("Newest entries of the ledger"))];
}

function adjustments({ adjustments }) {
    return adjustments.length === 0 ? [] : [table(["Made", "Points", "Asked for", "Season", "By", "Reason"],
        adjustments.map(made => ({
            cells: [time(made.madeAt), number(made.points), number(made.requested), period(made.season), made.admin,
                text("span", made.reason, "wide")],
        })), say("Newest adjustments"))];
}

function choose(found) {
    fresh = found;
    learner = found.learner;
    update("found", []);
    dispatchEvent(new Event(ACTED));
    element("learner").scrollIntoView({ block: "nearest" });
}

/** Without a learner of this key, all whose names begin like this; a single one is shown at once. */
async function find(text) {
    const found = await request(`learners?name=${encodeURIComponent(text)}`);
    if (found.items.length === 1) {
        return { single: await request(path(found.items[0].learner)) };
    }
    return found;
}

onSubmit(element("find"), ({ learner: wanted }) => ({
    label: say("Find {wanted}", { wanted }),
    ask: async () => {
        const found = await find(wanted);
        if (found.items?.length === 0) {
            const failure = new Error(say("There is no learner with the key {wanted}, and no name begins like this.", { wanted }));
            failure.errors = [{ field: "learner", message: failure.message }];
            throw failure;
        }
        return found;
    },
}), ({ single, items, more }) => {
    if (single) {
        choose(single);
        return;
    }
    update("found", [
        table(["Learner", "Name"], items.map(({ learner: key, name }) => ({
            cells: [button(key, () => perform(key, () => request(path(key))).then(it => it && choose(it)), "link"),
                text("span", name ?? "", "wide")],
        }))),
        ...more ? [text("p", sayOf("Only the first.", "Only the first {n}: write more of the name.", { n: items.length }), "quiet")] : [],
    ]);
});
