import { act, element, update } from "./actions.js";
import { button, number, table, text } from "./elements.js";

/** How far webhooks are, and what their last failures were. Without webhooks there is nothing to show. */
export function renderWebhooks({ position, webhooks }) {
    element("webhooks-card").hidden = webhooks.length === 0;
    update("webhooks", webhooks.length === 0 ? [] : [
        table(["Webhook", "Behind", "State", "Action"], webhooks.map(webhook => row(position, webhook)))]);
}

function row(position, { name, deliveries }) {
    const [open, ...failed] = deliveries;
    const parked = deliveries.filter(delivery => !delivery.nextTryAt);
    const error = deliveries.map(delivery => delivery.error).findLast(reason => reason);
    const state = deliveries.length === 0 ? text("span", "Not begun", "wait")
        : failed.length + parked.length === 0 ? text("span", "Delivered", "good")
            : text("span", `${parked.length} given up or stopped, ${failed.length} failed: ${error}`, "bad wide");
    return {
        cells: [name, number(open && position - open.position), state,
            failed.length + parked.length === 0 ? ""
                : button("Try again", () => act("webhooks", { action: "replay", webhook: name }), "plain")],
    };
}
