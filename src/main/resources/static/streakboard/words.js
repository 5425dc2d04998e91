const LANGUAGES = ["en", "zh"];

const loaded = new Map();

/** The words of a language, English if there are none: what to say, and how to write numbers and times. */
export function words(language) {
    const wanted = LANGUAGES.find(each => language.toLowerCase().startsWith(each)) ?? LANGUAGES[0];
    if (!loaded.has(wanted)) {
        const asked = import(`./words.${wanted}.js`).then(found => new Words(wanted, language, found.default));
        asked.catch(() => loaded.delete(wanted)); // it may be there next time
        loaded.set(wanted, asked);
    }
    return loaded.get(wanted);
}

class Words {
    #said;
    #plurals;
    #numbers;
    #formats = new Map();

    constructor(name, language, said) {
        this.name = name;
        this.language = language.toLowerCase().startsWith(name) ? language : name;
        this.#said = said;
        this.#plurals = new Intl.PluralRules(this.language);
        this.#numbers = new Intl.NumberFormat(this.language);
    }

    has(key) {
        return key in this.#said;
    }

    /** What stands under a key; where there are several, n decides. */
    say(key, values = {}) {
        const found = this.#said[key] ?? key;
        const text = typeof found === "string" ? found : found[this.#plurals.select(values.n)] ?? found.other;
        return text.replace(/\{(\w+)\}/g, (_, name) =>
            typeof values[name] === "number" ? this.number(values[name]) : values[name]);
    }

    /** Names that a platform configures are said as it has them, those of the defaults in this language. */
    label(text) {
        return this.#said[`label.${text}`] ?? text;
    }

    number(value) {
        return this.#numbers.format(value);
    }

    /** With its sign. */
    signed(value) {
        return (value < 0 ? "−" : "+") + this.number(Math.abs(value));
    }

    day(day, options = { weekday: "long", day: "numeric", month: "long" }) {
        return this.#format({ ...options, timeZone: "UTC" }).format(Date.parse(day));
    }

    month(month) {
        return this.day(`${month}-01`, { month: "long", year: "numeric" });
    }

    /** Months by their names; other periods as the API calls them. */
    period(period) {
        return /^\d{4}-\d{2}$/.test(period) ? this.month(period) : period.replace(/^(\d{4}-\d{2}-\d{2})T/, "$1 ");
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
