import { nameOf } from "./moment.js";
import { html, nothing, star } from "./part.js";

const COLORS = 6;

/** The member of a row of a ranking: face and name. */
function named(part, item, mine) {
    const shown = nameOf(part, item);
    return html`<span class="named">${face(shown, part.hasAttribute("pictures") ? item.avatar : null)}
        <span><bdi>${shown}</bdi> ${mine ? html`<span class="you">${part.say("board.you")}</span>` : nothing}</span></span>`;
}

/** A row of a ranking: rank, what stands before the name and after it, and the score. */
export function row(part, item, mine, before = nothing, after = nothing) {
    return html`
        <tr data-member=${item.member} class=${mine ? "me" : ""} aria-current=${mine ? "true" : nothing}>
            ${item.rank === null ? nothing : html`<td><span class="rank r${item.rank}">${part.words.number(item.rank)}</span></td>`}${before}
            <th scope="row">${named(part, item, mine)}</th>${after}
            ${item.score === null ? nothing : html`<td class="score">${part.words.number(item.score)}</td>`}
        </tr>`;
}

/** The own standing, and more about it. */
export function standing(part, me, more = nothing) {
    return html`<div class="mine"><p role="status">${me === null ? part.say("board.unranked") : html`
        <span>${part.say("board.mine")}</span>
        ${me.rank === null ? nothing : html`<b>${part.say("board.rank", { n: me.rank })}</b>`}
        <b>${part.words.number(me.score)}</b>`}</p>${more}</div>`;
}

/** The initials, and over them the picture, if there is one and it loads. Its host is not told where it is shown. */
const face = (name, picture) => html`
    <span class="face f${[...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % COLORS}" aria-hidden="true">${initials(name)}${picture ? html`
        <img src=${picture} alt="" width="32" height="32" loading="lazy" decoding="async" referrerpolicy="no-referrer"
             @load=${({ target }) => { target.hidden = false; }} @error=${({ target }) => { target.hidden = true; }}>` : nothing}</span>`;

/** Of the first and the last word. */
const initials = name => name.trim().split(/\s+/).filter((_, index, words) => index % Math.max(1, words.length - 1) === 0).map(word => [...word][0]).join("");

const watch = new IntersectionObserver(seen => seen.forEach(({ target, isIntersecting }) =>
    target.getRootNode().querySelector(".mine")?.classList.toggle("pinned", !isIntersecting)));

/** Pins the own standing while the own row is out of view. */
export function pin(part) {
    const own = part.shadowRoot.querySelector("tr.me");
    if (own !== part.ownRow) {
        part.shadowRoot.querySelector(".mine")?.classList.remove("pinned");
        if (part.ownRow) {
            watch.unobserve(part.ownRow);
        }
        if (own) {
            watch.observe(own);
        }
        part.ownRow = own;
    }
}

/** In a week it is the same weekday as today. */
const NEAR_MILLIS = 6 * 86_400_000;

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** Says from or until when something is: by its weekday if that is near, without the time where a day begins or ends. */
export function soon({ words, api }, key, instant, zone) {
    const midnight = words.time(instant, zone, CLOCK) === "00:00";
    const at = new Date(Date.parse(instant) - (midnight && key === "until" ? 1000 : 0));
    const day = at - api.now < NEAR_MILLIS ? { weekday: "long" } : { day: "numeric", month: "long" };
    return words.say(`soon.${key}`, { day: words.time(at, zone, midnight ? day : { ...day, ...CLOCK }) });
}

/** How many times the usual points. */
export const times = ({ words }, percent) => `${words.number(percent / 100)}×`;

/** The bonuses that run or begin soon, each with the types that it raises. */
export const campaigns = (part, { bonuses = [], types: all, zone }) => bonuses.map(({ running, from, to, percent, title, types }) => html`
    <p>${star} <b class=${running ? "plus" : ""}>${times(part, percent)} ${running ? soon(part, "until", to, zone) : soon(part, "from", from, zone)}</b>
        <span class="muted"><bdi>${title}</bdi> · ${types.map(type =>
            part.words.label(all.find(each => each.type === type)?.label ?? type)).join(", ")}</span></p>`);

/** What the best of a ranking get, in words: the first prize, and the others if the learner asks. */
export function prizes(part, bands = []) {
    const [first, ...others] = bands.map(({ toRank, points, title }, index) => {
        const from = (bands[index - 1]?.toRank ?? 0) + 1;
        const rank = [...from < toRank ? [from] : [], toRank].map(each => part.words.number(each)).join("–");
        const prize = [...title ? [title] : [], ...points > 0 ? [part.say("league.points", { n: points })] : []].join(" · ");
        return html`<bdi>${part.say("board.prize", { rank, prize })}</bdi>`;
    });
    return first === undefined ? nothing : html`
        <details class="prizes"><summary>${star} ${part.say("board.prizes")}${part.say("points.colon")}${first}</summary>
            <ul>${others.map(each => html`<li>${each}</li>`)}</ul></details>`;
}
