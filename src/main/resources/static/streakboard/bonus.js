import { html, nothing } from "./part.js";

/** The bonuses that run, and those that begin within a week. */
export function bonuses(part, { bonuses = [], types, zone }) {
    if (bonuses.length === 0) {
        return nothing;
    }
    const label = code => part.words.label(types.find(({ type }) => type === code)?.label ?? code);
    return html`
        <ul class="bonuses" aria-label=${part.say("bonus.title")}>${bonuses.map(bonus => html`
            <li class=${bonus.running ? "running" : ""}>
                <b>${part.say(bonus.running ? "bonus.until" : "bonus.from", {
                    times: times(bonus), day: part.words.moment(bonus.running ? bonus.to : bonus.from, zone, part.api.now, bonus.running),
                })}</b>
                <span class="muted"><bdi>${bonus.title}</bdi> · ${bonus.types.map(label).join(", ")}</span></li>`)}
        </ul>`;
}

/** Loads again when the next one begins or ends. */
export function follow(part, { bonuses = [] }) {
    const [next] = bonuses.map(({ running, from, to }) => running ? to : from).sort((one, other) => Date.parse(one) - Date.parse(other));
    part.countTo(next, () => part.load());
}

/** The greatest bonus that runs for a type; of several it is the one that counts. */
export const running = ({ bonuses = [] }, type) => bonuses.filter(bonus => bonus.running && bonus.types.includes(type))
    .reduce((greatest, bonus) => bonus.percent > (greatest?.percent ?? 0) ? bonus : greatest, null);

/** 200 percent are 2. */
export const times = ({ percent }) => percent / 100;
