import { ACTED, act, complain, element, forgetIfRefused, isBusy, show, status, update } from "./actions.js";
import { request, token } from "./api.js";
import { loadBoards } from "./boards.js";
import { button, facts, number, table, text, time, tone } from "./elements.js";

const REFRESH_MILLIS = 2_000;
const LATE_SHOWN = 20;

/** Boards are asked for with each of so many refreshes, as Redis has to measure them. */
const REFRESHES_A_LOOK_AT_BOARDS = 5;

let refreshes = 0;
let timer = null;

const chosen = () => decodeURIComponent(location.hash.slice(1));

async function refresh() {
    if (!token.known()) {
        show(false);
        status("");
    } else if (document.visibilityState === "visible") {
        await renderAll().catch(failure => {
            forgetIfRefused(failure);
            status(failure.message, "bad");
        });
    }
    clearTimeout(timer);
    timer = setTimeout(refresh, REFRESH_MILLIS);
}

async function renderAll() {
    const season = chosen();
    const [health, seasons, signIns, journal, events, detail] = await Promise.all([
        request("health"), request("seasons"), request("signins"), request("journal"), request("events"),
        season ? request(`seasons/${encodeURIComponent(season)}`).catch(chooseNone) : null,
    ]);
    const late = detail?.late ? await request(`late/${detail.season.id}?limit=${LATE_SHOWN}`) : null;
    if (season !== chosen() || !token.known()) {
        return;
    }
    show(true);
    renderHealth(health);
    renderSeasons(seasons);
    renderSeason(detail, late);
    renderSignIns(signIns);
    renderJournal(journal);
    renderEvents(events);
    if (refreshes++ % REFRESHES_A_LOOK_AT_BOARDS === 0) {
        await loadBoards();
    }
    if (!isBusy()) {
        status(`as of ${new Date().toLocaleTimeString()}`);
    }
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

function renderHealth(health) {
    const parts = Object.entries(health.components ?? {}).map(([name, part]) => {
        const item = text("li", `${name} ${part.status}`, `pill ${tone(part.status)}`);
        item.title = JSON.stringify(part.details ?? {}, null, 1);
        return item;
    });
    element("health").replaceChildren(text("li", health.status, `pill ${tone(health.status)}`), ...parts);
}

function renderSeasons({ seasons, mismatches }) {
    const rows = seasons.map(season => {
        const state = mismatches.includes(season.name) ? "MISMATCH" : season.state;
        return {
            selected: [String(season.id), season.name].includes(chosen()),
            cells: [
                button(season.name, () => { location.hash = season.id; }, "link"),
                text("span", season.held ? `${state}, held` : state, tone(state)), time(season.startsAt), time(season.endsAt)],
        };
    });
    update("seasons", [table(["Season", "State", "From", "To"], rows)]);
}

function renderSeason(detail, late) {
    element("season").hidden = !detail;
    if (!detail) {
        return;
    }
    const { season } = detail;
    element("season-title").textContent = `Season ${season.name}: ${season.state}`;
    update("season-actions", seasonActions(season), season.id);
    update("season-detail", [...holds(detail), ...settlement(detail), ...rehearsal(detail.rehearsal), ...lateList(detail, late)]);
}

function seasonActions({ id, name, state, held }) {
    const does = (body, question) => () => act(`seasons/${id}`, body, question);
    const rehearse = button("Rehearse", does({ action: "rehearse" },
        `Settle a copy of ${name}? It puts the load of a settlement on MySQL.`), "plain");
    const settle = button("Settle now", does({ action: "settle" },
        `Seal ${name} without waiting for the grace and the quiet period? What comes later is late.`));
    const retry = (label, step) => button(label, does({ action: "retry", step }, `${label} of ${name}?`), "plain");
    const release = held ? [button("Give up the holds", does({ action: "release" },
        `Give up all holds of ${name}? What their owners still bring is late.`), "plain")] : [];
    switch (state) {
        case "OPEN": return [rehearse, ...release];
        case "ENDED": return [settle, rehearse, ...release];
        case "SETTLING": return [settle, retry("Retry the copy", "TABLE"), retry("Retry the proof", "VERIFY")];
        default: return [];
    }
}

function holds({ holds }) {
    return holds.length === 0 ? [] : [
        table(["Held by", "For", "Until", "Renewed"], holds.map(hold =>
            ({ cells: [hold.owner, text("span", hold.reason, "wide"), hold.until ? time(hold.until) : "released",
                time(hold.renewedAt)] })))];
}

function settlement({ steps, pages, pagesDone, claims, copiedBy }) {
    if (steps.length === 0) {
        return [text("p", "Nothing of it is settled yet.", "quiet")];
    }
    const parts = [table(["Step", "State", "Tries", "Seconds", "Learners", "Points", "Learners/s", "Detail"],
        steps.map(step => ({
            cells: [step.step, text("span", step.state, tone(step.state)), number(step.tries), number(step.seconds),
                number(step.learners), number(step.points), number(step.learnersPerSecond),
                text("span", step.detail ?? "", "wide")],
        })))];
    if (pages > 0) {
        const progress = document.createElement("progress");
        progress.max = pages;
        progress.value = pagesDone;
        progress.setAttribute("aria-label", "Pages copied");
        parts.push(text("p", `${pagesDone} of ${pages} pages copied`, "quiet"), progress);
    }
    for (const [instance, done] of Object.entries(copiedBy)) {
        parts.push(text("p", `${instance}: ${done} pages`, "quiet"));
    }
    for (const claim of claims) {
        parts.push(text("p", `page ${claim.page} is with ${claim.by} since ${new Date(claim.since).toLocaleTimeString()}`, "quiet"));
    }
    return parts;
}

function rehearsal(last) {
    if (!last) {
        return [];
    }
    const { report } = last;
    const verdict = last.failure ?? report.difference
        ?? (report.holds ? `${report.members.toLocaleString()} learners, the proof holds` : "");
    return [
        text("h3", `Rehearsal: ${last.state}`, tone(last.state)),
        text("p", verdict, "quiet"),
        table(["Step", "Seconds", "Learners/s"], report.steps.map(step =>
            ({ cells: [step.step, number(step.seconds), number(step.learnersPerSecond)] }))),
        ...report.top.length === 0 ? [] : [
            table(["Rank", "Learner", "Points", "Reached"], report.top.map(entry =>
                ({ cells: [number(entry.rank), number(entry.learner), number(entry.points), time(entry.reachedAt)] })))],
    ];
}

function lateList(detail, late) {
    if (!late) {
        return [];
    }
    return [
        text("h3", `Came after the seal: ${late.total.toLocaleString()}`),
        table(["Learner", "Type", "Source", "Happened", "Recorded", "Counted in", "Points"], late.items.map(item =>
            ({ cells: [number(item.learner), item.type, item.sourceId, time(item.occurredAt), time(item.recordedAt),
                item.season, number(item.points)] }))),
        ...late.next ? [text("p", `The first ${late.items.length}; see /actuator/late/${detail.season.name} for all.`, "quiet")] : [],
    ];
}

function renderSignIns({ degraded, inProgress, drift, run }) {
    update("signins-actions", [
        button("Compare", () => act("signins", { action: "verify" }), "", inProgress),
        button("Repair", () => act("signins", { action: "rebuild" },
            "Put right whatever bitmaps or MySQL lack?"), "plain", inProgress)]);
    const state = degraded ? text("p", "Bitmaps may have gaps; calendars are read from MySQL.", "bad")
        : text("p", "Bitmaps are complete.", "good");
    const caption = run && `${run.kind} ${run.state}, ${new Date(run.startedAt).toLocaleString()}`;
    update("signins", drift ? [state, facts(drift, caption)] : [state]);
}

function renderJournal({ partitions, parked }) {
    const backlog = partitions.reduce((sum, partition) => sum + partition.backlog, 0);
    const oldest = Math.max(0, ...partitions.map(partition => partition.oldestSeconds));
    const waiting = text("p", backlog === 0 ? "Nothing waits." :
        `${backlog.toLocaleString()} sign-ins wait, the oldest for ${oldest} s.`, backlog === 0 ? "good" : "wait");
    update("journal", parked.length === 0 ? [waiting] : [
        waiting,
        text("h3", `Given up: ${parked.length}`, "bad"),
        table(["Id", "Entry", ""], parked.map(entry => ({
            cells: [entry.id, text("span", JSON.stringify(entry.entry), "wide"),
                button("Try again", () => act("journal", { action: "replay", id: entry.id }), "plain")],
        })))]);
}

function renderEvents({ open, failed, parked, parkedPublications }) {
    update("events-actions", open + parked === 0 ? []
        : [button("Deliver again", () => act("events", { action: "resubmit" }))]);
    const numbers = text("p", open + parked === 0 ? "All are delivered."
        : `${open} open, ${failed} of them failed, ${parked} given up.`, parked > 0 ? "bad" : open > 0 ? "wait" : "good");
    update("events", parkedPublications.length === 0 ? [numbers] : [
        numbers,
        table(["Event", "Listener", "Published", "Tries", "Reason"], parkedPublications.map(publication => ({
            cells: [publication.eventType.split(".").pop(), text("span", publication.listener, "wide"),
                time(publication.publishedAt), number(publication.attempts),
                text("span", publication.reason ?? "", "wide")],
        })))]);
}

element("enter").addEventListener("submit", event => {
    event.preventDefault();
    complain(null);
    token.keep(element("token").value.trim());
    element("token").value = "";
    refresh();
});
element("leave").addEventListener("click", () => {
    token.forget();
    refresh();
});
addEventListener(ACTED, refresh);
addEventListener("hashchange", refresh);
document.addEventListener("visibilitychange", refresh);
refresh();
