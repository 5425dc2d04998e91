import { ACTED, element, perform, update } from "./actions.js";
import { request } from "./api.js";
import { download } from "./downloads.js";
import { onSubmit } from "./forms.js";
import { button, number, table, text, time } from "./elements.js";
import { parkedEntries, parkedEvents } from "./parked.js";

/** Each module is asked, so not with each refresh. */
const PAUSE_MILLIS = 6_000;

const PARTS = {
    board: "the place on the board", events: "events that were given up", points: "the ledger",
    groups: "groups", privacy: "what others see", profile: "name and deletion", signIns: "sign-ins", today: "caps of today",
};

const adjustment = element("adjust");

let learner = null;
/** The same for each try to make one adjustment, so that it is made once. */
let requestId = null;

/** The answer of a look-up, to be shown at once. */
let fresh = null;
let askedAt = 0;

/** Asks for the learner who was looked up; undefined if there is nothing new to show. */
export async function loadLearner() {
    if (fresh === null && (learner === null || Date.now() - askedAt < PAUSE_MILLIS)) {
        return undefined;
    }
    askedAt = Date.now();
    const asked = learner;
    const given = fresh;
    fresh = null;
    const found = given ?? await request(`learners/${encodeURIComponent(asked)}`);
    return asked === learner ? found : undefined;
}

addEventListener(ACTED, () => { askedAt = 0; });

export function renderLearner(found) {
    const { learner: id, name, deletedAt, facts } = found;
    const { events, points, today, signIns } = facts;
    element("learner").hidden = false;
    element("adjust").hidden = Boolean(deletedAt);
    element("learner-title").textContent = name ? `Learner ${id}, ${name}` : `Learner ${id}`;
    update("learner-findings", findings(found).map(([finding, classes]) => text("li", finding, classes)), id);
    update("learner-actions", [
        download("Export all data", `api/learners/${encodeURIComponent(id)}/export`, `learner-${id}.json`),
        ...deletedAt ? [] : [button("Delete the learner", remove, "plain danger")]], id);
    update("learner-detail", [
        ...today ? caps(today) : [],
        ...signIns?.parked.length ? [parkedEntries(signIns.parked, "Sign-ins that were given up")] : [],
        ...events?.parked.length ? [parkedEvents(events.parked, "Events about the learner that were given up")] : [],
        ...points ? [...ledger(points), ...adjustments(points)] : [],
    ], id);
}

/** Why the learner has these points and no others, in words. */
function findings({ avatar, deletedAt, facts: { board, events, groups, points, privacy, signIns, today }, unavailable }) {
    const found = [];
    const tell = (condition, finding, classes) => condition && found.push([finding, classes]);
    tell(deletedAt, `Deleted on ${new Date(deletedAt).toLocaleString()}: `
        + "nothing about this learner is accepted any longer.", "bad");
    Object.entries(unavailable).forEach(([part, reason]) =>
        tell(true, `Not known now: ${PARTS[part] ?? part} (${reason}).`, "bad"));
    tell(avatar, `Picture: ${avatar}`, "");
    if (points) {
        found.push([`${points.points.toLocaleString()} points in ${points.season} by the ledger.`, ""]);
        tell(points.records.length === 0, "The ledger has nothing: no activity has come.", "wait");
    }
    if (board) {
        tell(!board.degraded, board.rank === null ? "Not on the points board." : `Rank ${board.rank.toLocaleString()} with `
            + `${board.points.toLocaleString()} points on the board.`, "");
        tell(board.degraded, "The board is being rebuilt: it has no rank until then.", "wait");
        tell(points && points.points !== board.points && !board.degraded,
            "Board and ledger differ: events wait (see there), or the board needs a rebuild.", "bad");
        tell(board.hiddenOn.length > 0, `Hidden on: ${board.hiddenOn.join(", ")}.`, "wait");
    }
    if (signIns) {
        const days = signIns.lastDay ? `the last day is ${signIns.lastDay}` : "none lately";
        const total = signIns.signedDays === 1 ? "1 day" : `${signIns.signedDays.toLocaleString()} days`;
        found.push([`${signIns.signedToday ? "Signed in today" : "Not signed in today"}; `
            + `${total} in all, ${days}.`, ""]);
        tell(signIns.degraded, "Days may be missing for now, as Redis has lost some.", "wait");
        tell(signIns.backlog > 0, `${signIns.backlog.toLocaleString()} sign-ins wait in the journal's partition `
            + `${signIns.partition}: their points are still to come.`, "wait");
        tell(signIns.parked.length > 0, "Sign-ins were given up (below): they have no points yet.", "bad");
    }
    tell(privacy, `What others see on boards: ${privacy?.board}.`, "");
    const pause = privacy?.pauses.at(-1);
    tell(pause, `Paused from ${pause?.from} until ${pause?.until}, the last time.`, "");
    tell(groups?.length > 0, `In groups: ${groups?.map(({ id, name, role }) =>
        `${name} (${role === "owner" ? "owner, " : ""}${id})`).join(", ")}.`, "");
    tell(events?.parked.length > 0,
        "Events were given up (below): points or boards lack what they tell.", "bad");
    const used = (today?.types ?? []).filter(({ points: got, cap }) => cap !== null && got >= cap);
    tell(used.length > 0, `Today's cap is used up: ${used.map(({ type }) => type).join(", ")}.`, "wait");
    return found;
}

function caps({ day, types }) {
    return [table(["Type", "Today", "Cap"], types.map(({ type, points, cap }) =>
        ({ cells: [type, number(points), cap === null ? text("span", "none", "number") : number(cap)] })),
    `Caps of ${day}`)];
}

function ledger({ records }) {
    return records.length === 0 ? [] : [table(["Happened", "Type", "Points", "Outcome", "Season", "Title", "Source", "Reason"],
        records.map(record => ({
            cells: [time(record.occurredAt), record.type, number(record.points),
                text("span", record.outcome, record.outcome === "AWARDED" ? "good" : "wait"), record.season,
                text("span", record.title ?? "", "wide"), text("span", record.sourceId, "wide"),
                text("span", record.reason ?? "", "wide")],
        })), "Newest entries of the ledger")];
}

function adjustments({ adjustments }) {
    return adjustments.length === 0 ? [] : [table(["Made", "Points", "Asked for", "Season", "By", "Reason"],
        adjustments.map(made => ({
            cells: [time(made.madeAt), number(made.points), number(made.requested), made.season, made.admin,
                text("span", made.reason, "wide")],
        })), "Newest adjustments")];
}

async function remove() {
    const id = learner;
    await perform(`Delete ${id}`, () => request(`api/learners/${encodeURIComponent(id)}`, undefined, "DELETE"), {
        text: `Delete learner ${id} for good? All data of the learner goes, and the id can never be used again.`,
        typed: String(id),
    });
}

onSubmit(element("find"), ({ learner: id }) => ({
    label: `Look up ${id}`,
    ask: async () => {
        fresh = await request(`learners/${encodeURIComponent(id)}`).catch(failure => {
            if (failure.status === 404) {
                failure.errors = [{ field: "learner", message: failure.message }];
            }
            throw failure;
        });
        learner = fresh.learner;
        return fresh;
    },
}), () => {
    requestId = null;
    adjustment.reset();
    element("adjusted").textContent = "";
});

adjustment.addEventListener("input", () => { requestId = null; });

onSubmit(adjustment, ({ points, reason }) => {
    requestId ??= `page-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    return {
        label: `Adjust ${learner}`,
        ask: () => request("api/points/adjustments", {
            learner, points: points === "" ? null : Number(points), reason, requestId,
        }),
    };
}, ({ points, requested, season }) => {
    requestId = null;
    adjustment.reset();
    element("adjusted").textContent = points === requested ? `${points.toLocaleString()} points in ${season}.`
        : `${points.toLocaleString()} of ${requested.toLocaleString()} points in ${season}: the learner had no more.`;
});
