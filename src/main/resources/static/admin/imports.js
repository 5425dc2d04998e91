import { ACTED, element, perform, update } from "./actions.js";
import { request, upload } from "./api.js";
import { button, facts, number, table, text, time, tone } from "./elements.js";

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
    update("imports", items.length === 0 ? [text("p", "Nothing was imported yet.", "quiet")] : [
        table(["Import", "Of", "State", "Started", "Ended", "Lines", "Invalid", "Action"], items.map(each => ({
            selected: each.id === detail?.id,
            cells: [button(`Import ${each.id}`, () => choose(each.id), "link"),
                sort(each), text("span", each.state, tone(each.state)), time(each.startedAt),
                each.finishedAt ? time(each.finishedAt) : "", number(each.rows), number(each.invalid),
                each.state === "RUNNING" ? button("Cancel", () => cancel(each.id), "plain") : ""],
        }))),
        ...total > items.length ? [text("p", `The last ${items.length} of ${total.toLocaleString()}.`, "quiet")] : [],
    ]);
    update("import-detail", detail ? figures(detail) : []);
}

const sort = ({ kind, dryRun }) => dryRun ? `${kind}, dry run` : kind;

function figures({ id, kind, dryRun, state, failure, errors, rowsPerSecond, ...counts }) {
    return [
        text("h3", `Import ${id}: ${state}, ${sort({ kind, dryRun })}, ${Math.round(rowsPerSecond).toLocaleString()} lines a second`, tone(state)),
        ...failure ? [text("p", failure, "bad reason")] : [],
        facts(counts),
        ...errors.length === 0 ? [] : [
            table(["Line", "What is wrong"], errors.slice(0, ERRORS_SHOWN)
                .map(({ line, message }) => ({ cells: [number(line), text("span", message, "wide")] })))],
        ...errors.length > ERRORS_SHOWN
            ? [text("p", `The first ${ERRORS_SHOWN} of ${errors.length} that were kept.`, "quiet")] : [],
    ];
}

function choose(id) {
    chosen = id;
    dispatchEvent(new Event(ACTED));
}

element("import-file").addEventListener("submit", async event => {
    event.preventDefault();
    const { file, kind, "dry-run": dryRun } = event.target.elements;
    const started = await perform(`${dryRun.checked ? "Dry run of" : "Import of"} ${kind.value}`,
        () => upload(`api/imports?kind=${kind.value}&dry-run=${dryRun.checked}`, file.files[0]));
    if (started !== null) {
        choose(started.id);
    }
});

const cancel = id => perform(`Cancel import ${id}`, () => request(`api/imports/${id}`, undefined, "DELETE"),
    `Cancel import ${id}? Lines that were counted stay counted; the same file can be imported again.`);
