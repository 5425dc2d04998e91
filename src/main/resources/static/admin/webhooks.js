import { act, element, update } from "./actions.js";
import { button, number, table, text } from "./elements.js";
import { say } from "./say.js";

const CALLS_SHOWN = 20;

/** How far webhooks are, and their failed calls. Without webhooks there is nothing to show. */
export function renderWebhooks({ position, webhooks }) {
    element("webhooks-card").hidden = webhooks.length === 0;
    const failed = webhooks.flatMap(({ name, deliveries }) => deliveries
        .filter(({ id, error }) => id !== 0 && error).map(delivery => ({ name, ...delivery })));
    update("webhooks", webhooks.length === 0 ? [] : [
        table(["Webhook", "Behind", "State", "Action"], webhooks.map(webhook => row(position, webhook))),
        ...failed.length === 0 ? [] : [
            table(["Call", "Action", "Tries", "Why it failed"], failed.slice(0, CALLS_SHOWN).map(call), say("Calls that failed"))]]);
}

function row(position, { name, host, deliveries }) {
    const [open, ...failed] = deliveries;
    const parked = deliveries.filter(delivery => !delivery.nextTryAt);
    const error = deliveries.map(delivery => delivery.error).findLast(reason => reason);
    const state = deliveries.length === 0 ? text("span", say("Not begun"), "wait")
        : failed.length + parked.length === 0 ? text("span", say("Delivered"), "good")
            : text("span", say("{parked} given up or stopped, {failed} failed: {error}",
                { parked: parked.length, failed: failed.length, error: error ?? "" }), "bad wide");
    return {
        cells: [text("span", `${name}, ${host}`, "wide"), number(open && position - open.position), state,
            failed.length + parked.length === 0 ? ""
                : button("Try again", () => act("webhooks", { action: "replay", webhook: name },
                    say("Repeat all failed calls of {name}, and start it again if it was stopped? The receiver may get a call twice.", { name }),
                    say("Try {name} again", { name })), "plain")],
    };
}

const call = ({ name, id, tries, error }) => ({
    cells: [`${name} ${id}`, button("Discard", () => act("webhooks", { action: "discard", webhook: name, id },
        say("Discard call {id} of {name} for good? The receiver never gets it.", { id: String(id), name }),
        say("Discard {id}", { id: `${name} ${id}` })), "plain danger"), number(tries), text("span", error, "wide")],
});
