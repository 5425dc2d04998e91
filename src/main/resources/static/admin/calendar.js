import { element, perform } from "./actions.js";
import { request } from "./api.js";
import { onSubmit } from "./forms.js";
import { button } from "./elements.js";

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

const withdraw = (id, name) => perform(`Take back ${name}`, async () => {
    const answer = await request(`api/seasons/${id}`, undefined, "DELETE");
    location.hash = ""; // before the page asks for it again
    return answer;
}, `Take back ${name}? The months that made room for it are put back.`);

onSubmit(element("new-season"), wish => ({
    label: `Set ${wish.name}`,
    ask: () => request("api/seasons", { ...wish, firstDay: wish.firstDay || null, lastDay: wish.lastDay || null }),
    question: `Set ${wish.name} from ${wish.firstDay} to ${wish.lastDay}? The months of that time make room.`,
}), created => {
    element("new-season").reset();
    location.hash = created.id;
});

onSubmit(element("rename"), ({ name }) => ({
    label: `Rename to ${name}`,
    ask: () => request(`api/seasons/${renamed}`, { name }, "PATCH"),
}), season => {
    element("rename").reset();
    location.hash = season.id;
});
