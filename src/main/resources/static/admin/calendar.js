import { element, perform } from "./actions.js";
import { request } from "./api.js";
import { onSubmit } from "./forms.js";
import { button } from "./elements.js";
import { say } from "./say.js";

const HOUR_MILLIS = 3_600_000;
const MONTH = /^\d{4}-\d{2}(-\d+)?$/;

let renamed = null;

/** Only what begins more than an hour from now can be changed, and no month taken back. */
export function calendarActions({ id, name, startsAt }) {
    const changeable = Date.parse(startsAt) - Date.now() > HOUR_MILLIS;
    element("rename").hidden = !changeable;
    if (renamed !== id) {
        renamed = id;
        element("rename").reset();
    }
    return changeable && !MONTH.test(name) ? [button("Take back", () => withdraw(id, name), "plain danger")] : [];
}

const withdraw = (id, name) => perform(say("Take back {name}", { name }), async reason => {
    const answer = await request(`api/seasons/${id}?reason=${encodeURIComponent(reason)}`, undefined, "DELETE");
    location.hash = ""; // before the page asks for it again
    return answer;
}, say("Take back {name}? The months that made room for it are put back.", { name }));

onSubmit(element("new-season"), wish => ({
    label: say("Set {name}", wish),
    ask: reason => request(`api/seasons?reason=${encodeURIComponent(reason)}`,
        { ...wish, firstDay: wish.firstDay || null, lastDay: wish.lastDay || null }),
    question: say("Set {name} from {firstDay} to {lastDay}? The months of that time make room.", wish),
}), created => {
    element("new-season").reset();
    location.hash = created.id;
});

onSubmit(element("rename"), ({ name }) => ({
    label: say("Rename to {name}", { name }),
    ask: reason => request(`api/seasons/${renamed}?reason=${encodeURIComponent(reason)}`, { name }, "PATCH"),
    question: say("Rename the season to {name}? Learners see the new name at once; its id and address stay.", { name }),
}), season => {
    element("rename").reset();
    location.hash = season.id;
});
