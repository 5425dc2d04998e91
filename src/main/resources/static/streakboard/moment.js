import { html, rays, render, star } from "./part.js";
import { sheet } from "./style.js";

const SHOWN_MILLIS = 4000;
const COUNTED_MILLIS = 700;
const GLIDE_MILLIS = 450;

/** More activities than that are no hint. */
const MOST = 10;

/** What the learner of this device has seen, by kind, so that it is celebrated once. */
const SEEN = "streakboard.seen";

/** Whether the learner wants nothing to move. */
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Moments that wait for the ones before them. */
const waiting = [];

/** All that was shown since the page was loaded: two parts may see the same. */
const shown = new Set();

/** Over the page, so that nothing there moves. Screen readers hear what the part says. */
const place = document.createElement("div");
place.className = "moments";
place.popover = "manual";
place.ariaHidden = "true";
place.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];

/**
 * Shows moments one after the other, and has the part say them.
 *
 * @param moments each with an icon, a title, and a text that says what it brought
 */
export function celebrate(part, moments, before = "") {
    if (moments.length === 0 && before === "") {
        return;
    }
    part.said = [before, ...moments.map(({ title, text }) => `${title}. ${text}`)].join(" ").trim();
    const fresh = moments.filter(({ title, text }) => !shown.has(title + text));
    fresh.forEach(({ title, text }) => shown.add(title + text));
    waiting.push(...fresh);
    if (fresh.length > 0) {
        vibrate();
        if (!place.isConnected) {
            showNext();
        }
    }
    part.draw();
}

function showNext() {
    const moment = waiting.shift();
    place.remove();
    if (moment === undefined) {
        return;
    }
    const { icon, title, text } = moment;
    document.body.append(place);
    place.showPopover?.();
    let over = 0;
    const end = () => {
        clearTimeout(over);
        showNext();
    };
    over = setTimeout(end, SHOWN_MILLIS);
    const card = document.createElement("div");
    card.className = "moment";
    card.addEventListener("click", end);
    render(html`<span class="fire">${rays}${icon ?? star}</span><p><b>${title}</b> <br>${text}</p>`, card);
    place.shadowRoot.replaceChildren(card);
}

export function vibrate() {
    navigator.vibrate?.([20, 50, 30]);
}

/** Counts up from one number to another; at once if nothing shall move. */
export function count(from, to, show) {
    const begin = performance.now();
    const step = now => {
        const passed = still.matches || document.hidden || from === to ? 1 : Math.min(1, Math.max(0, now - begin) / COUNTED_MILLIS);
        show(Math.round(from + (to - from) * (1 - (1 - passed) ** 3)));
        if (passed < 1) {
            requestAnimationFrame(step);
        }
    };
    step(begin);
}

/** Draws a ranking anew; its members glide to their new places. */
export function glide(root, draw) {
    const rows = () => still.matches ? [] : [...root.querySelectorAll("[data-member]")];
    const before = new Map(rows().map(row => [row.dataset.member, row.offsetTop]));
    draw();
    for (const row of rows()) {
        const moved = before.get(row.dataset.member) - row.offsetTop;
        if (moved) {
            row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: GLIDE_MILLIS, easing: "ease-out" });
        }
    }
}

/** Remembers something about the learner on this device; answers what was remembered before. */
export function remember(learner, kind, value) {
    const of = JSON.parse(localStorage.getItem(SEEN) ?? "{}")[learner];
    localStorage.setItem(SEEN, JSON.stringify({ [learner]: { ...of, [kind]: value } }));
    return of?.[kind];
}

/** What of these the learner has not seen yet. What was there at the first look is not new. */
export function unseen(learner, kind, keys) {
    const seen = remember(learner, kind, keys);
    return seen ? keys.filter(key => !seen.includes(key)) : [];
}

/** Badges that have come since the learner looked. */
export function ofBadges(part, badges) {
    const given = badges.flatMap(badge => badge.levels.filter(isGiven).map(({ level }) => ({ ...badge, level })));
    const key = ({ name, level }) => `${name} ${level}`;
    const fresh = unseen(part.api.learner, "badges", given.map(key));
    return given.filter(each => fresh.includes(key(each))).map(({ title, description, levels, level }) => ({
        title: part.say("moment.badge", { title }),
        text: levels.length > 1 ? `${description}: ${part.words.number(level)}` : description,
    }));
}

export const isGiven = ({ givenAt, withdrawnAt }) => givenAt !== null && withdrawnAt === null;

/** A rise at the end of the last week, unless the learner has seen it. */
export function ofLeague(part, [week]) {
    const fresh = unseen(part.api.learner, "leagues", week?.moved === "promoted" ? [week.week] : []);
    return fresh.map(() => ({
        title: part.say("league.promoted", { tier: part.words.label(week.nextTier) }),
        text: part.say("league.place", { n: week.place, active: week.active }),
    }));
}

/** Who is next above, and what would pass them: the fewest activities of one type that a day's limit allows. */
export function ahead(part, { types, bonuses = [] }, score, above) {
    const n = above.score - score + 1;
    const raised = type => Math.max(100, ...bonuses.filter(({ running, types }) => running && types.includes(type)).map(({ percent }) => percent));
    const [best] = types.filter(({ points }) => points > 0)
        .map(({ type, label, points, cap }) => ({ label, cap, points: Math.floor(points * raised(type) / 100) }))
        .map(({ label, cap, points }) => ({ label: part.words.label(label), n: Math.ceil(n / points), cap, points }))
        .filter(each => each.n <= MOST && (each.cap === null || each.n * each.points <= each.cap))
        .sort((one, other) => one.n - other.n);
    return `${part.say("summary.next", { name: nameOf(part, above), n })} ${best ? part.say("summary.worth", best) : ""}`;
}

/** The moment of a better rank than before, if it is one: whom the learner has passed, and the new rank. */
export function passed(part, { me: before, items }, { me: now }) {
    if (now === null || before !== null && now.rank >= before.rank) {
        return [];
    }
    const title = part.say("moment.rank", { n: now.rank });
    if (before === null) {
        return [{ title: part.say("moment.ranked"), text: title }];
    }
    const other = items.findLast(({ rank }) => rank < before.rank);
    const n = before.rank - now.rank - 1;
    return other ? [{ title, text: part.say(n > 0 ? "moment.passed-more" : "moment.passed", { name: nameOf(part, other), n }) }] : [];
}

/** What a member of a ranking is called. */
export function nameOf(part, { member, name }) {
    if (name !== null) {
        return name;
    }
    if (Number(member) < 0) {
        return part.say("board.gone");
    }
    return member.startsWith("~") ? part.say("board.nobody") : /^\d+$/.test(member) ? part.say("board.learner", { id: member }) : member;
}
