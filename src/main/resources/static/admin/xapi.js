import { element, perform, update } from "./actions.js";
import { request } from "./api.js";
import { button, number, table, text, time } from "./elements.js";
import { say, time as said } from "./say.js";

/** Only when it is asked for: it names persons, so the audit trail records who asks. */
const load = () => perform("Statements left out", async () => {
    const leftOut = await request("xapi");
    render(leftOut);
    return leftOut;
});

function render({ since, actors, activities }) {
    update("xapi", [
        text("p", say("Of the instance that has answered, since {time}. A sender has to send them again once a rule fits.", { time: said(since) }), "quiet"),
        ...actors.length + activities.length === 0 ? [text("p", say("None was left out."), "good")] : [],
        ...actors.length === 0 ? [] : [table(["Actor", "Statements", "Last"], actors.map(actor =>
            row(actor, actor.kind, actor.homePage, actor.name)), say("Actors that are no learners"))],
        ...activities.length === 0 ? [] : [table(["Verb and activity", "Statements", "Last"], activities.map(activity =>
            row(activity, activity.verb, activity.activityType, activity.activity)), say("Activities that no rule fits"))],
    ]);
}

const row = ({ statements, lastAt }, ...parts) => ({
    cells: [text("span", parts.filter(part => part).join(" · "), "wide"), number(statements), time(lastAt)],
});

element("xapi-actions").append(button("Show statements left out", load, "plain"));
