import { element, perform } from "./actions.js";
import { request } from "./api.js";
import { button, number, table, text, time } from "./elements.js";
import { say } from "./say.js";

/** Sign-ins that were given up, each to be tried again or to be discarded. What can be done fits a phone's width. */
export const parkedEntries = (entries, caption) => table(["Entry", "Action", "Content"], entries.map(entry => ({
    cells: [entry.id, choices(
        button("Try again", () => replay(entry), "plain"),
        button("Discard", () => discardEntry(entry), "plain danger")),
    text("span", JSON.stringify(entry.entry), "wide")],
})), caption);

/** Events that were given up; all of them are tried again at once, elsewhere. */
export const parkedEvents = (events, caption) =>
    table(["Event", "Action", "Reason", "Listener", "Published", "Tries"], events.map(event => ({
        cells: [typeOf(event), button("Discard", () => discardEvent(event), "plain danger"),
            text("span", event.reason ?? "", "wide"), text("span", event.listener, "wide"), time(event.publishedAt),
            number(event.attempts)],
    })), caption);

function choices(...buttons) {
    const cell = text("div", "", "choices");
    cell.append(...buttons);
    return cell;
}

const typeOf = ({ eventType }) => eventType.split(".").pop();

const replay = ({ partition, id }) => perform(say("Try {id} again", { id }), async reason => {
    const answer = await request("journal", { action: "replay", partition, id, reason });
    return answer.replayed ? answer : gone(say("The entry {id}", { id }));
}, say("Record the sign-in {id} again, for its own day? It fails again unless its cause is gone.", { id }));

const discardEntry = ({ partition, id, entry }) => perform(say("Discard {id}", { id }), async reason => {
    const answer = await request("journal", { action: "discard", partition, id, reason });
    return answer.discarded ? answer : gone(say("The entry {id}", { id }));
}, say("Discard the sign-in of learner {user} on {day} for good? It is never recorded, and pays no points.",
    { user: entry.user ?? say("unknown"), day: entry.day ?? say("an unknown day") }));

async function discardEvent(event) {
    const { id, listener } = event;
    const answer = await perform(say("Discard {id}", { id: typeOf(event) }), async reason => {
        const discarded = await request("events", { action: "discard", id, reason });
        return discarded.discarded ? discarded : gone(say("The event {id}", { id }));
    }, say("Discard this {type} for {listener} for good? It is never delivered. Its content is shown once more, so that you can put things right by hand.",
        { type: typeOf(event), listener }));
    if (answer) {
        tellOnce(event, answer.publication.json);
    }
}

/** Two admins may have looked at the same list. */
function gone(what) {
    throw new Error(say("{what} is no longer parked: it was tried again or discarded meanwhile.", { what }));
}

function tellOnce(event, json) {
    const content = text("pre", json);
    content.tabIndex = 0; // so that it scrolls by keys
    element("discarded").replaceChildren(text("h3", say("Discarded: {type} for {listener}", { type: typeOf(event), listener: event.listener })), content,
        button("Close", () => element("discarded").replaceChildren(), "plain"));
    element("discarded").scrollIntoView({ block: "nearest" });
}
