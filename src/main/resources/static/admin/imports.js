import { ACTED, element, perform, update } from "./actions.js";
import { request, upload } from "./api.js";
import { button, facts, number, table, text, time, tone } from "./elements.js";
import { say } from "./say.js";

const SHOWN = 10;
const ERRORS_SHOWN = 20;

/** The import whose figures are shown. */
let chosen = null;

export async function loadImports() {
    const { items, total } = await request(`api/imports?size=${SHOWN}`);
    const running = items.find(each => each.state === "RUNNING");
    const detailed = chosen ?? running?.id ?? null;
    const detail = detailed === null ? null : await request(`api/imports/${detailed}`);
    return { items, total, detail };
}

export function renderImports({ items, total, detail }) {
    update("imports", items.length === 0 ? [text("p", say("Nothing was imported yet."), "quiet")] : [
        table(["Import", "Of", "State", "Started", "Ended", "Lines", "Invalid", "Action"], items.map(each => ({
            selected: each.id === detail?.id,
            cells: [button(say("Import {id}", { id: String(each.id) }), () => choose(each.id), "link"),
                sort(each), text("span", say(each.state), tone(each.state)), time(each.startedAt),
                each.finishedAt ? time(each.finishedAt) : "", number(each.rows), number(each.invalid),
                each.state === "RUNNING" ? button("Cancel", () => cancel(each.id), "plain") : ""],
        }))),
        ...total > items.length ? [text("p", say("The last {n} of {total}.", { n: items.length, total }), "quiet")] : [],
    ]);
    update("import-detail", detail ? figures(detail) : []);
}

const sort = ({ kind, dryRun }) => dryRun ? say("{kind}, dry run", { kind: say(kind) }) : say(kind);

function figures({ id, kind, dryRun, admin, state, percent, failure, waitingFor, errors, rowsPerSecond, ...counts }) {
    const values = { id: String(id), state: say(state), sort: sort({ kind, dryRun }), n: Math.round(rowsPerSecond) };
    return [
        text("h3", say("Import {id}: {state}, {sort}, {n} lines a second", values), tone(state)),
        ...admin ? [text("p", say("Uploaded by {admin}.", { admin }), "quiet")] : [],
        ...state === "RUNNING" ? progress(percent, counts.rows, waitingFor) : [],
        ...failure ? [text("p", failure, "bad reason")] : [],
        facts(counts),
        ...errors.length === 0 ? [] : [
            table(["Line", "What is wrong"], errors.slice(0, ERRORS_SHOWN)
                .map(({ line, message }) => ({ cells: [number(line), text("span", message, "wide")] })))],
        ...errors.length > ERRORS_SHOWN
            ? [text("p", say("The first {n} of {total} that were kept.", { n: ERRORS_SHOWN, total: errors.length }), "quiet")] : [],
    ];
}

function progress(percent, rows, waitingFor) {
    const bar = document.createElement("progress");
    bar.max = 100;
    bar.value = percent;
    bar.setAttribute("aria-label", say("Import under way"));
    return [bar, text("p", waitingFor ? say("{percent}%, {n} lines so far; it waits for {what}.", { percent, n: rows, what: waitingFor })
        : say("{percent}%, {n} lines so far.", { percent, n: rows }), "wait")];
}

function choose(id) {
    chosen = id;
    dispatchEvent(new Event(ACTED));
}

element("import-file").addEventListener("submit", async event => {
    event.preventDefault();
    const { file, kind, "dry-run": dryRun } = event.target.elements;
    const started = await perform(say(dryRun.checked ? "Dry run of {kind}" : "Import of {kind}", { kind: say(kind.value) }),
        reason => upload(`api/imports?kind=${kind.value}&dry-run=${dryRun.checked}${
            reason ? `&reason=${encodeURIComponent(reason)}` : ""}`, file.files[0]),
        dryRun.checked ? undefined : say("Import this file of {kind}? What its lines say counts at once; a dry run tells it before.", { kind: say(kind.value) }));
    if (started !== null) {
        choose(started.id);
    }
});

const cancel = id => perform(say("Cancel import {id}", { id: String(id) }),
    reason => request(`api/imports/${id}?reason=${encodeURIComponent(reason)}`, undefined, "DELETE"),
    say("Cancel import {id}? Lines that were counted stay counted; the same file can be imported again.", { id: String(id) }));
