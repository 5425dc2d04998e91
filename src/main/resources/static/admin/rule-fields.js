import { instant, local } from "./rule-document.js";

/** How a value is written in a field, and what a field's text means. What means nothing stays a text: the check says so. */
const TEXT = { write: value => value ?? "", read: text => text === "" ? undefined : text };

/** The text of a language: an empty one stays, and the check says so. */
const TRANSLATION = { write: value => value ?? "", read: text => text };

const whole = text => /^-?\d+$/.test(text) ? Number(text) : text;

const NUMBER = { write: value => String(value ?? ""), read: text => text.trim() === "" ? undefined : whole(text.trim()) };

const NUMBERS = {
    write: value => (value ?? []).join(", "),
    read: text => text.trim() === "" ? undefined : text.split(/[,\s]+/).filter(each => each !== "").map(whole),
};

/** One pair a line: {@code 7: 10}. */
const PAIRS = {
    write: value => Object.entries(value ?? {}).map(([key, points]) => `${key}: ${points}`).join("\n"),
    read: text => Object.fromEntries(text.split("\n").filter(line => line.trim() !== "")
        .map(line => line.split(/[:=]/)).map(([key, points = ""]) => [key.trim(), whole(points.trim())])),
};

const JSON_TEXT = {
    write: value => value === undefined ? "" : JSON.stringify(value, null, 2),
    read: text => {
        try {
            return text.trim() === "" ? undefined : JSON.parse(text);
        } catch {
            return text;
        }
    },
};

const time = zone => ({
    write: value => value === undefined ? "" : local(value, zone),
    read: text => text === "" ? undefined : instant(text, zone) ?? text,
});

export const format = (kind, zone) => ({ translation: TRANSLATION, number: NUMBER, numbers: NUMBERS, pairs: PAIRS, json: JSON_TEXT, time: time(zone) })[kind] ?? TEXT;

const field = (name, kind = "text", more = {}) => ({ name, kind, ...more });

/** Languages that a title can be given; any other comes by the API. */
export const LANGUAGES = ["ar", "de", "en", "es", "fr", "hi", "id", "it", "ja", "ko", "nl", "pl", "pt", "pt-BR", "ru", "th", "tr", "uk", "vi", "zh", "zh-TW"];

const choice = (name, options) => field(name, "choice", { options });

const later = millis => new Date(Math.ceil((Date.now() + millis) / 3_600_000) * 3_600_000).toISOString().replace(".000Z", "Z");

const DAY_MILLIS = 86_400_000;

/**
 * The kinds of rules, each a member of the document: objects by name, or one object.
 *
 * @property key the pattern of names; absent: the member is one object
 * @property fields what people change; `more` is folded
 * @property fresh what a new one begins with
 */
export const KINDS = {
    types: {
        key: "[A-Z][A-Z0-9_]{0,31}",
        fields: [field("label", "title"), field("points", "number"), field("dailyCap", "number")],
        more: [],
        fresh: () => ["VIDEO", { points: 10, dailyCap: 50 }],
        fixed: ["SIGN_IN"],
    },
    signIn: {
        fields: [
            field("ladder", "numbers"), field("ladderCycle", "flag"), field("milestones", "pairs"),
            field("makeUps/window", "number"), field("makeUps/quota", "number"),
        ],
        more: [field("freezes/quota", "number"), field("freezes/longestGap", "number"), field("monthlyReset", "flag")],
    },
    bonuses: {
        key: "[a-z][a-z0-9\\-]{0,31}",
        fields: [field("title", "title"), field("types", "types"), field("percent", "number"), field("from", "time"), field("to", "time")],
        more: [choice("dailyCap", ["scaled", "unchanged"])],
        fresh: () => ["double-week", { title: "", percent: 200, from: later(DAY_MILLIS), to: later(8 * DAY_MILLIS) }],
    },
    boards: {
        key: "[a-z][a-z0-9\\-]{0,31}",
        fields: [
            field("title", "title"), field("scores", "scores"),
            choice("period", ["none", "half-hour", "hour", "day", "week", "month", "season", "sliding"]),
            field("startsAt", "time"), field("endsAt", "time"), field("prizes", "prizes"),
        ],
        more: [
            field("days", "number"), field("partitioned", "flag"), choice("members", ["learner", "any"]),
            choice("operator", ["sum", "best", "latest"]), choice("order", ["descending", "ascending"]),
            choice("ties", ["first", "last", "none"]), choice("ranks", ["unique", "standard", "dense"]),
            choice("trend", ["none", "day", "previous"]), field("maxScore", "number"), field("keep", "number"),
            field("retention"), field("final", "flag", { usual: board => board.endsAt !== undefined }),
        ],
        fresh: () => ["cup", { title: "", period: "none", scores: { from: "points" },
            startsAt: later(DAY_MILLIS), endsAt: later(8 * DAY_MILLIS), prizes: [{ toRank: 3, points: 100, title: "Top three" }] }],
        only: { points: ["prizes"] },
    },
    badges: {
        key: "[a-z][a-z0-9\\-]{0,31}",
        fields: [field("title", "title"), field("description", "title"), field("condition"), field("levels", "numbers")],
        more: [field("image")],
        fresh: () => ["reader", { title: "", description: "", condition: "count(LESSON) >= N", levels: [10] }],
    },
    prizes: {
        fields: [field("ranked", "flag", { usual: () => true }), field("history", "flag")],
        more: [],
    },
};
