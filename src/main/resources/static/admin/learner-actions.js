import { act, perform } from "./actions.js";
import { request, requestIfThere } from "./api.js";
import { download } from "./downloads.js";
import { button, text } from "./elements.js";
import { streakWith } from "./learner-days.js";
import { day, say } from "./say.js";

const MOST_POINTS = 1_000_000;
const DAY_MILLIS = 86_400_000;
const YEAR = 366;

/** What can be done to a learner: each says what comes of it before it is done. */
export function learnerActions(found) {
    const { learner, deletedAt, facts } = found;
    const exported = download("Export all data", `api/learners/${encodeURIComponent(learner)}/export`, `learner-${learner}.json`);
    if (deletedAt) {
        return [exported];
    }
    const { badges, board, privacy } = facts;
    const plain = (label, does, classes = "plain") => button(label, () => does(found, label), classes);
    const hidden = board?.hiddenOn.includes("points");
    return [
        ...facts.signIns ? [plain("Give back a day", giveBack, "")] : [],
        ...facts.points ? [plain("Grant points", grant), plain("Deduct points", deduct)] : [],
        ...badges ? [plain("Give a badge", giveBadge)] : [],
        ...badges?.some(({ withdrawnAt }) => !withdrawnAt) ? [plain("Withdraw a badge", withdrawBadge)] : [],
        ...board ? [hidden ? plain("Show on points boards", showOnBoards) : plain("Hide on points boards", hideOnBoards)] : [],
        ...privacy ? [isPaused(found) ? plain("End the pause", endPause) : plain("Pause", pause)] : [],
        exported,
        plain("Delete the learner", remove, "plain danger"),
    ];
}

const called = ({ learner, name }) => name ? `${name} (${learner})` : learner;

const api = ({ learner }, part = "") => `api/learners/${encodeURIComponent(learner)}${part}`;

/** The day in the zone of the installation. */
const today = ({ facts }) => facts.today?.day ?? new Date().toISOString().slice(0, 10);

const shifted = (date, days) => new Date(Date.parse(date) + days * DAY_MILLIS).toISOString().slice(0, 10);

function field(label, attributes) {
    const made = text("label", `${say(label)} `);
    const input = Object.assign(document.createElement("input"), { required: true, autocomplete: "off", ...attributes });
    made.append(input);
    return [made, input];
}

function choice(label, options) {
    const made = text("label", `${say(label)} `);
    const select = document.createElement("select");
    select.required = true;
    select.append(...options.map(option => text("option", option)));
    made.append(select);
    return [made, select];
}

async function giveBack(found, label) {
    const now = today(found);
    const yesterday = shifted(now, -1);
    const [shown, input] = field("Day", { type: "date", max: yesterday, min: shifted(now, -YEAR), value: yesterday });
    const tell = () => input.value === "" ? say("Which day?") : said(found, input.value, now);
    await perform(label, reason => request(api(found, "/make-ups"), { day: input.value, reason }), { fields: [shown], tell });
}

function said({ facts: { signIns }, ...found }, date, now) {
    const who = called(found);
    const known = date >= signIns.since;
    if (known && signIns.days.includes(date)) {
        return say("{who} has signed {day} already: nothing changes.", { who, day: day(date) });
    }
    const streak = known ? say("The streak becomes {n}, from {before}.",
        { n: Math.max(streakWith(signIns, date, now), signIns.streak), before: signIns.streak }) : "";
    return say("Give {day} back to {who}? It counts as made up, also if no make-up is left. {streak} The points of the day count in the current season.",
        { who, day: day(date), streak }).replace("  ", " ");
}

const grant = (found, label) => adjust(found, label, 1);
const deduct = (found, label) => adjust(found, label, -1);

async function adjust(found, label, sign) {
    const { points: had, season } = found.facts.points;
    const [shown, input] = field("Points", { type: "number", min: 1, max: MOST_POINTS, step: 1 });
    const requestId = `page-${Date.now()}-${Math.random().toString(36).slice(2)}`; // made once, however often it is tried
    const tell = () => {
        const by = Number(input.value || 0);
        const becomes = Math.max(0, had + sign * by);
        return sign > 0
            ? say("{who} gets {n} points in {season}, without a cap: {had} become {becomes}. The learner can read the reason.",
                { who: called(found), n: by, season, had, becomes })
            : say("{n} points are taken from {who} in {season}, at most what there is: {had} become {becomes}. The learner can read the reason.",
                { who: called(found), n: by, season, had, becomes });
    };
    await perform(label, reason => request("api/points/adjustments",
        { learner: found.learner, points: sign * Number(input.value), reason, requestId }), { fields: [shown], tell });
}

async function giveBadge(found, label) {
    const report = await requestIfThere("badges").catch(() => undefined);
    const held = new Set(found.facts.badges.filter(({ withdrawnAt }) => !withdrawnAt).map(({ badge, level }) => `${badge} ${level}`));
    const free = (report?.badges ?? []).flatMap(({ name, levels }) => levels.map(level => `${name} ${level}`)).filter(each => !held.has(each));
    await badge(found, label, "give", free, chosen => free.length === 0 ? say("{who} has all badges.", { who: called(found) })
        : say("{who} gets the badge {badge}, whether or not its condition is met, and keeps it.", { who: called(found), badge: chosen }));
}

const withdrawBadge = (found, label) => badge(found, label, "withdraw",
    found.facts.badges.filter(({ withdrawnAt }) => !withdrawnAt).map(({ badge: name, level }) => `${name} ${level}`),
    chosen => say("{who} loses the badge {badge}, and credentials of it become invalid. It is not given again by itself.",
        { who: called(found), badge: chosen }));

async function badge(found, label, action, badges, tells) {
    const [shown, select] = choice("Badge", badges);
    const body = () => {
        const [name, level] = select.value.split(" ");
        return { action, learner: found.learner, badge: name, level: Number(level) };
    };
    await perform(label, reason => request("badges", { ...body(), reason }), { fields: [shown], tell: () => tells(select.value) });
}

const hideOnBoards = (found, label) => act("boards/points", { action: "hide", member: found.learner },
    say("Hide {who} on the points boards of all seasons? Rank and points stay, others do not move up, and the learner sees the own row.",
        { who: called(found) }), label);

const showOnBoards = (found, label) => act("boards/points", { action: "show", member: found.learner },
    say("Show {who} on the points boards again, as the learner has chosen?", { who: called(found) }), label);

const isPaused = found => found.facts.privacy.pauses.some(({ from, until }) => from <= today(found) && today(found) < until);

async function pause(found, label) {
    const tomorrow = shifted(today(found), 1);
    const [shown, input] = field("Back on", { type: "date", min: tomorrow });
    const tell = () => say("Pause {who} from today until {day}? The streak goes on over these days, and boards hide the learner. They count among the learner's days of pause this year.",
        { who: called(found), day: input.value === "" ? "…" : day(input.value) });
    await perform(label, reason => request(api(found, "/pause"), { until: input.value, reason }, "PUT"), { fields: [shown], tell });
}

const endPause = (found, label) => perform(label,
    reason => request(api(found, "/pause"), { until: null, reason }, "PUT"),
    say("End the pause of {who}? The next missed day breaks the streak.", { who: called(found) }));

const remove = (found, label) => perform(label,
    reason => request(api(found, `?reason=${encodeURIComponent(reason)}`), undefined, "DELETE"), {
        text: say("Delete learner {who} for good? All data of the learner goes, and the id can never be used again.", { who: called(found) }),
        typed: String(found.learner),
    });
