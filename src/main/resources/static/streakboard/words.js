import { news, streakboard } from "./client.js";
import { plus, weekday } from "./days.js";

const LANGUAGES = ["en", "zh"];

const loaded = new Map();

news.addEventListener("words", () => loaded.clear());

/** The words of a language, English if there are none: what to say, and how to write numbers and times. A host's come first. */
export function words(language) {
    const isWanted = name => language.toLowerCase().startsWith(name);
    const name = LANGUAGES.find(isWanted) ?? LANGUAGES[0];
    const own = Object.keys(streakboard.words).find(isWanted) ?? name;
    if (!loaded.has(own)) {
        const asked = import(`./words.${name}.js`).then(found => new Words(own, language, found.default, streakboard.words[own]));
        asked.catch(() => loaded.delete(own)); // it may be there next time
        loaded.set(own, asked);
    }
    return loaded.get(own);
}

class Words {
    #said;
    #own;
    #plurals;
    #numbers;
    #formats = new Map();

    constructor(name, language, said, own = {}) {
        this.name = name;
        this.language = language.toLowerCase().startsWith(name) ? language : name;
        this.#said = said;
        this.#own = own;
        this.#plurals = new Intl.PluralRules(this.language);
        this.#numbers = new Intl.NumberFormat(this.language);
    }

    has(key) {
        return this.#find(key) !== undefined;
    }

    /** The host's word comes first. A key is a group and a name: "today.done". */
    #find(key) {
        const [group] = key.split(".", 1);
        return this.#own[key] ?? this.#said[group]?.[key.slice(group.length + 1)];
    }

    /** What stands under a key; where there are several, n decides. */
    say(key, values = {}) {
        const found = this.#find(key) ?? key;
        const text = typeof found === "string" ? found : found[this.#plurals.select(values.n)] ?? found.other;
        return text.replace(/\{(\w+)\}/g, (_, name) =>
            typeof values[name] === "number" ? this.number(values[name]) : values[name]);
    }

    /** Names that a platform configures are said as it has them, those of the defaults in this language. */
    label(text) {
        return this.#find(`label.${text}`) ?? text;
    }

    number(value) {
        return this.#numbers.format(value);
    }

    /** With its sign, if it has one. */
    signed(value) {
        return (value < 0 ? "−" : value > 0 ? "+" : "") + this.number(Math.abs(value));
    }

    day(day, options = { weekday: "long", day: "numeric", month: "long" }) {
        return this.#format({ ...options, timeZone: "UTC" }).format(Date.parse(day));
    }

    month(month) {
        return this.day(`${month}-01`, { month: "long", year: "numeric" });
    }

    /** Months, weeks, days and hours by their names; others as the API calls them, such as seasons with names of their own. */
    period(period) {
        const [, month, rest] = /^(\d{4}-\d\d)(?:-(\d))?$/.exec(period) ?? [];
        if (month) {
            return this.month(month) + (rest ? ` (${rest})` : "");
        }
        const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(period) ?? [];
        if (week) {
            const fourth = `${year}-01-04`; // is always in the first week
            return this.say("league.week", { day: this.day(plus(fourth, 7 * (week - 1) - weekday(fourth)), { day: "numeric", month: "short" }) });
        }
        const [, day, hour, minute = ":00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d)(:\d\d)?)?$/.exec(period) ?? [];
        return hour ? this.time(`${day}T${hour}${minute}Z`, "UTC") : day ? this.day(day, { day: "numeric", month: "short", year: "numeric" }) : period;
    }

    /** An instant, in the zone that decides what a day is. */
    time(instant, zone, options = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) {
        return this.#format({ ...options, timeZone: zone }).format(Date.parse(instant));
    }

    /** How long something lasts yet, in two units: from days, hours or minutes on, or seconds alone. */
    duration(millis) {
        const seconds = Math.max(0, Math.round(millis / 1000));
        const units = Object.entries({ days: seconds / 86_400, hours: seconds / 3600 % 24, minutes: seconds / 60 % 60, seconds: seconds % 60 });
        const first = units.findIndex(([name, n]) => n >= 1 || name === "seconds");
        return units.slice(first, first + 2).map(([name, n]) => this.say(`time.${name}`, { n: Math.floor(n) })).join(" ");
    }

    #format(options) {
        const key = JSON.stringify(options);
        if (!this.#formats.has(key)) {
            this.#formats.set(key, new Intl.DateTimeFormat(this.language, options));
        }
        return this.#formats.get(key);
    }
}
