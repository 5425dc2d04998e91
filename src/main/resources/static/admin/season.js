import { act, complain, element, perform, update } from "./actions.js";
import { request } from "./api.js";
import { calendarActions } from "./calendar.js";
import { download } from "./downloads.js";
import { button, comparison, number, table, text, time, tone } from "./elements.js";
import { say, sayOf } from "./say.js";
import { topOf } from "./top.js";

const LATE_SHOWN = 20;

/** What a settlement does, one step after the other. */
const STEPS = {
    SEAL: "Seal: no more points are taken",
    TABLE: "Table: the board is closed, its pages are planned",
    COPY: "Copy: Redis to MySQL",
    VERIFY: "Verify: every row is compared",
    CLEAR: "Clear: the board leaves Redis",
};

/** The last comparison of the board with MySQL, of the season that is shown. */
let compared = null;

/** The season in the address of the page, its id or its name. */
export const chosen = () => decodeURIComponent(location.hash.slice(1));

/** Asks for the chosen season; undefined if another one has been chosen meanwhile. */
export async function loadSeason() {
    const season = chosen();
    element("season").hidden = season === "";
    if (season === "") {
        return null;
    }
    element("season-title").textContent ||= say("Season {season}", { season });
    const detail = await request(`seasons/${encodeURIComponent(season)}`).catch(chooseNone);
    const late = detail?.late ? await request(`late/${detail.season.id}?limit=${LATE_SHOWN}`) : null;
    return season === chosen() ? { detail, late } : undefined;
}

/** A season that is not there must not hide the others. */
function chooseNone(failure) {
    if (failure.status !== 404) {
        throw failure;
    }
    complain(failure.message);
    location.hash = "";
    return null;
}

export function renderSeason(content) {
    const detail = content?.detail;
    element("season").hidden = !detail;
    if (!detail) {
        return;
    }
    const { season } = detail;
    if (compared?.season !== season.name) {
        compared = null;
    }
    element("season-title").textContent = say("Season {season}: {state}", { season: season.name, state: say(season.state) });
    update("season-reason", reason(detail), season.id);
    update("season-actions", [...actions(detail), ...calendarActions(season), ...readings(season)], season.id);
    update("season-detail",
        [...holds(detail), ...settlement(detail), ...rehearsal(detail.rehearsal), ...lateList(detail, content.late)]);
}

function readings({ id, name, state }) {
    const csv = (label, table) => download(label, `api/seasons/${id}/${table}.csv`, `${name}-${table}.csv`);
    return state === "UPCOMING" ? [] : [
        topOf("points", { season: id }, name),
        csv("Ledger as CSV", "records"),
        csv("Totals as CSV", "totals"),
        ...state === "SETTLED" ? [csv("Board as CSV", "board")] : []];
}

const mismatch = ({ steps }) => steps.find(step => step.state === "MISMATCH");

/** Why the settlement does not go on, and what helps, before anything else. */
function reason(detail) {
    const { season, steps } = detail;
    const failed = mismatch(detail);
    if (!failed) {
        const waiting = season.state === "SETTLED" ? null : steps.find(step => step.state === "OPEN" && step.detail);
        return waiting ? [text("p", `${waiting.step} ${waiting.detail}`, "wait reason")] : [];
    }
    const differs = compared ? comparison(compared, say("Board in Redis against the ledger in MySQL")) : [];
    const cure = text("div", "", "actions");
    cure.append(
        button("What differs?", () => compare(season)),
        button("Rebuild the board and copy again", () => cureMismatch(season)),
        button("Prove again", () => retry(season, "VERIFY", say("Compare the table once more, as it is?")), "plain"));
    return [
        text("p", `${failed.step}: ${failed.detail}`, "bad reason"),
        text("p", say("Nothing has been removed. Deliver parked events first, then rebuild the board from the ledger and copy it again. If learners differ between ledger and totals, somebody wrote to MySQL: put that right first."), "quiet"),
        cure,
        ...differs,
    ];
}

async function compare(season) {
    compared = await act("boards/points", { action: "verify", season: season.name });
}

async function cureMismatch(season) {
    compared = await perform("Rebuild the board and copy again", async reason => {
        const answer = await request("boards/points", { action: "rebuild", season: season.name, reason });
        await request(`seasons/${season.id}`, { action: "retry", step: "TABLE", reason });
        return answer;
    }, say("Rebuild the board of {season} from the ledger, copy all of it again, and prove it?", { season: season.name }));
}

const retry = (season, step, question) => act(`seasons/${season.id}`, { action: "retry", step }, question);

/** The buttons that can do something in this state. */
function actions(detail) {
    const { season, steps } = detail;
    const does = (body, question) => () => act(`seasons/${season.id}`, body, question);
    const rehearse = button("Rehearse", does({ action: "rehearse" },
        say("Settle a copy of {season}? It puts the load of a settlement on MySQL.", { season: season.name })), "plain");
    const settle = button("Settle now", does({ action: "settle" },
        say("Seal {season} without waiting for the grace and the quiet period? Anything later counts as late.", { season: season.name })));
    const release = season.held ? [button("Give up the holds", does({ action: "release" },
        say("Give up all holds of {season}? Anything that their owners still bring counts as late.", { season: season.name })), "plain")] : [];
    const sealed = steps.some(step => step.step === "SEAL" && step.state === "DONE");
    const copied = steps.some(step => step.step === "COPY" && step.state === "DONE");
    switch (season.state) {
        case "OPEN": return [rehearse, ...release];
        case "ENDED": return [settle, rehearse, ...release];
        case "SETTLING": return [
            ...sealed ? [] : [settle],
            ...copied && !mismatch(detail) ? [
                button("Copy again", () => retry(season, "TABLE", say("Copy {season} once more?", { season: season.name })), "plain")] : [],
            ...release];
        default: return [];
    }
}

function holds({ holds }) {
    return holds.length === 0 ? [] : [
        table(["Held by", "For", "Until", "Renewed"], holds.map(hold =>
            ({ cells: [hold.owner, text("span", hold.reason, "wide"), hold.until ? time(hold.until) : say("released"),
                time(hold.renewedAt)] })))];
}

function settlement({ season, steps, pages, pagesDone, claims, copiedBy }) {
    if (steps.length === 0) {
        return [text("p", say(season.state === "UPCOMING" ? "It has not begun." : "Nothing of it is settled yet."), "quiet")];
    }
    const known = Object.fromEntries(steps.map(step => [step.step, step]));
    const parts = [table(["Step", "State", "Tries", "Seconds", "Learners", "Points", "Learners/s"],
        Object.entries(STEPS).map(([name, says]) => {
            const step = known[name] ?? {};
            const state = step.tries ? step.state : "to come";
            return {
                cells: [text("span", say(says), "wide"), text("span", say(state), tone(state)), number(step.tries), number(step.seconds),
                    number(step.learners), number(step.points), number(step.learnersPerSecond)],
            };
        })),
    ...steps.filter(step => step.state === "DONE" && step.detail)
        .map(step => text("p", `${step.step}: ${step.detail}`, "quiet"))];
    if (pages > 0) {
        const progress = document.createElement("progress");
        progress.max = pages;
        progress.value = pagesDone;
        progress.setAttribute("aria-label", say("Pages copied"));
        parts.push(text("p", say("{done} of {n} pages copied", { done: pagesDone, n: pages }), "quiet"), progress);
    }
    for (const [instance, done] of Object.entries(copiedBy)) {
        parts.push(text("p", sayOf("{instance}: {n} page", "{instance}: {n} pages", { instance, n: done }), "quiet"));
    }
    for (const claim of claims) {
        parts.push(text("p", say("page {page} is with {instance} since {time}", { page: String(claim.page), instance: claim.by, time: new Date(claim.since).toLocaleTimeString() }), "quiet"));
    }
    return parts;
}

function rehearsal(last) {
    if (!last) {
        return [];
    }
    const { report } = last;
    const verdict = last.failure ?? report.difference
        ?? (report.holds ? say("{n} learners, the proof holds", { n: report.members }) : "");
    return [
        text("h3", say("Rehearsal: {state}", { state: say(last.state) }), tone(last.state)),
        text("p", verdict, "quiet"),
        table(["Step", "Seconds", "Learners/s"], report.steps.map(step =>
            ({ cells: [step.step, number(step.seconds), number(step.learnersPerSecond)] }))),
        ...report.top.length === 0 ? [] : [
            table(["Rank", "Learner", "Points", "Reached"], report.top.map(entry =>
                ({ cells: [number(entry.rank), entry.learner, number(entry.points), time(entry.reachedAt)] })))],
    ];
}

function lateList(detail, late) {
    if (!late) {
        return [];
    }
    return [
        text("h3", say("Came after the seal: {n}", { n: late.total })),
        table(["Learner", "Type", "Source", "Happened", "Recorded", "Counted in", "Points"], late.items.map(item =>
            ({ cells: [item.learner, item.type, item.sourceId, time(item.occurredAt), time(item.recordedAt),
                item.season, number(item.points)] }))),
        ...late.next ? [text("p", say("The first {n}; see {path} for all.", { n: late.items.length, path: `/actuator/late/${detail.season.name}` }), "quiet")] : [],
    ];
}
