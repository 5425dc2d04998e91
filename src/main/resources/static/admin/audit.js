import { ACTED, element, update } from "./actions.js";
import { request } from "./api.js";
import { button, table, text, time } from "./elements.js";
import { say } from "./say.js";

const SHOWN = 20;

/** Which actions are shown, and the pages before this one. */
let query = {};
let before = [];

const form = element("audit-find");

export const loadAudit = () => request(`audit?${new URLSearchParams({ ...query, limit: SHOWN })}`);

export function renderAudit({ items, next }) {
    update("audit", items.length === 0 ? [text("p", say("No action is recorded."), "quiet")] : [
        table(["When", "Admin", "Action", "Reason", "Outcome"], items.map(row))], JSON.stringify(query));
    update("audit-pages", [
        ...before.length > 0 ? [button("Newer", () => turn(before.pop(), before), "plain")] : [],
        ...next ? [button("Older", () => turn({ ...query, cursor: next }, [...before, query]), "plain")] : []], JSON.stringify(query));
}

const row = ({ at, admin, method, target, parameters, reason, outcome }) => ({
    cells: [time(at), text("span", admin, "wide"),
        text("span", `${method} ${target}${parameters ? ` ${parameters}` : ""}`, "wide code"),
        text("span", reason ?? "", "wide"),
        text("span", say(outcome), outcome === "DONE" ? "good" : outcome === "BEGUN" ? "wait" : "bad")],
});

function turn(to, pages) {
    query = to;
    before = pages;
    dispatchEvent(new Event(ACTED));
}

form.addEventListener("submit", event => {
    event.preventDefault();
    turn(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value)), []);
});
