import { tell } from "./client.js";
import { between, first, last, month, next, ofMonth, plus, previous, range, weekday, year } from "./days.js";
import { html, nothing, Part } from "./part.js";

/** Days in a grid, with one tab stop: arrows walk, Enter chooses a day. */
class DayGrid extends Part {
    /** The month or the year that the learner has turned to; null for the current one. */
    turned = null;

    #stop = null;
    #chosen = null;

    /** The chosen day, if it is in view. */
    get chosen() {
        return this.#chosen?.startsWith(this.shown) ? this.#chosen : null;
    }

    turn(wanted) {
        this.turned = wanted;
        this.#chosen = null;
        this.load();
    }

    choose(day) {
        this.#stop = day;
        this.#chosen = day;
        this.draw();
        this.emit("streak-day", { day });
    }

    /** With a button to what is before and one to what is after: how it is called, where it leads. */
    head(text, [back, previous], [on, next], isLast) {
        return html`
            <header class="turn">
                <button class="round" aria-label=${back} @click=${() => this.turn(previous)}>‹</button>
                <h2 aria-live="polite">${text}</h2>
                <button class="round" aria-label=${on} aria-disabled=${isLast}
                        @click=${() => isLast || this.turn(next)}>›</button>
            </header>`;
    }

    /** @param otherwise the tab stop until the learner has walked */
    cell(day, kind, otherwise, content, label = this.say(`kind.${kind}`)) {
        const { day: today } = this.data.rules;
        const stop = [this.#stop, today].find(each => each?.startsWith(this.shown)) ?? otherwise;
        return html`
            <td role="gridcell" data-day=${day} class="day ${kind} ${day === today ? "today" : ""}"
                tabindex=${day === stop ? 0 : -1} aria-selected=${day === this.#chosen}
                aria-current=${day === today ? "date" : nothing}
                aria-label="${this.words.day(day)}, ${label}"
                @click=${() => this.choose(day)}>${content}</td>`;
    }

    /** @param steps to which day each key leads */
    walk(event, steps) {
        const { day } = event.target.dataset;
        if (["Enter", " "].includes(event.key)) {
            event.preventDefault();
            this.choose(day);
        } else if (event.key in steps) {
            event.preventDefault();
            const cell = this.shadowRoot.querySelector(`[data-day="${steps[event.key](day)}"]`);
            if (cell) {
                this.#stop = cell.dataset.day;
                this.draw();
                cell.focus();
            }
        }
    }

    /** What a day was: signed, made up, frozen, paused, missed, open (today, not signed in yet), to come, or before the first. */
    kind(day) {
        const { kinds, rules, begun } = this.data;
        const found = Object.keys(kinds).find(kind => kinds[kind].has(day) && (kind !== "paused" || day !== rules.day));
        if (found || day >= rules.day) {
            return found ?? (day === rules.day ? "open" : "future");
        }
        return begun !== null && day >= begun ? "missed" : "before";
    }

    /** The shapes of days, and what the chosen one was, paid, and why. */
    legend(entry, action = nothing) {
        const day = this.chosen;
        const { kinds, rules: { makeUps, freezes } } = this.data;
        const there = { signed: true, made: makeUps.quota > 0, frozen: freezes.quota > 0, paused: false, missed: true };
        return html`
            <ul class="legend">${Object.keys(there).filter(kind => there[kind] || kinds[kind]?.size > 0).map(kind => html`
                <li><i class="mark ${kind}"></i>${this.say(`kind.${kind}`)}</li>`)}
            </ul>
            <div class="place" role="status">${day === null ? html`<p class="muted">${this.say("month.choose")}</p>` : html`
                <p><strong>${this.words.day(day)}</strong> · ${this.say(`kind.${this.kind(day)}`)}</p>
                ${entry ? html`<p>${this.#why(entry)}</p>` : nothing}
                ${action}`}
            </div>`;
    }

    #why({ streak, points }) {
        const milestone = this.data.rules.milestones.find(each => each.streak === streak)?.points ?? 0;
        const paid = this.say("day.paid", { points: this.words.signed(points), n: streak });
        return milestone > 0 && points > milestone
            ? `${paid} ${this.say("today.parts", { ladder: this.words.signed(points - milestone), milestone: this.words.signed(milestone) })}` : paid;
    }

    /** What the days of a month were paid, by day. */
    async paidIn(month) {
        const { items } = await this.api.get(`/api/sign-ins/log?month=${month}`);
        return new Map(items.map(item => [item.day, item]));
    }
}

/** The kinds of days, each with its days; the first that has a day counts. */
const kindsOf = (madeUp, frozen, signed, paused) =>
    ({ made: new Set(madeUp), frozen: new Set(frozen), signed: new Set(signed), paused: new Set(paused) });

const STEPS_OF_MONTH = {
    ArrowLeft: day => plus(day, -1),
    ArrowRight: day => plus(day, 1),
    ArrowUp: day => plus(day, -7),
    ArrowDown: day => plus(day, 7),
    Home: day => first(month(day)),
    End: day => last(month(day)),
};

/** The most weeks that a month touches, so that none is higher than another. */
const WEEKS = 6;

/** A month's days; a missed one can be made up. */
class StreakMonth extends DayGrid {
    heading = "month.title";

    get shown() {
        return this.data.month;
    }

    async read() {
        const rules = await this.api.rules();
        const shown = this.turned ?? month(rules.day);
        const [calendar, all, paid] = await Promise.all([
            this.api.get(`/api/sign-ins/calendar?month=${shown}`),
            this.api.get(`/api/sign-ins/years/${year(shown)}`),
            this.paidIn(shown).catch(() => null)]); // the calendar is there without MySQL, too
        const kinds = kindsOf(...[calendar.madeUpDays, calendar.frozenDays, calendar.signedDays, calendar.pausedDays]
            .map(numbers => ofMonth(shown, numbers)));
        return { ...calendar, rules, paid, kinds, begun: all.days[0] ?? null };
    }

    view() {
        const { rules, total, paid, makeUpsLeft, freezesLeft } = this.data;
        const { shown } = this;
        return html`
            ${this.head(this.words.month(shown), [this.say("month.previous"), previous(shown)],
                [this.say("month.next"), next(shown)], shown >= month(rules.day))}
            <table class="days" role="grid" aria-label=${this.words.month(shown)} @keydown=${event => this.walk(event, STEPS_OF_MONTH)}>
                <thead><tr>${range("2024-01-01", "2024-01-07").map(day => html`
                    <th scope="col" aria-label=${this.words.day(day, { weekday: "long" })}>
                        ${this.words.day(day, { weekday: "narrow" })}</th>`)}</tr></thead>
                <tbody>${weeks(shown).map(week => html`<tr>${week.map(day => this.#cell(day))}</tr>`)}</tbody>
            </table>
            <p class="muted">${this.say("month.total", { n: total })}
                ${rules.makeUps.quota > 0 ? this.say("month.left", { n: makeUpsLeft }) : nothing}
                ${rules.freezes.quota > 0 ? this.say("month.freezes", { n: freezesLeft }) : nothing}</p>
            ${this.legend(paid?.get(this.chosen), this.#missed(this.chosen))}`;
    }

    loading() {
        return this.waiting("month");
    }

    #cell(day) {
        const kind = this.kind(day);
        return month(day) === this.shown
            ? this.cell(day, kind, first(this.shown), html`<span class="mark ${kind}">${Number(day.slice(8))}</span>`)
            : html`<td></td>`;
    }

    /** The way to make up the chosen day, or why there is none. */
    #missed(day) {
        const { rules, makeUpsLeft } = this.data;
        const ago = day === null ? 0 : between(day, rules.day);
        if (ago <= 0 || !["missed", "before"].includes(this.kind(day))) {
            return nothing;
        }
        if (rules.makeUps.quota === 0) {
            return nothing;
        }
        if (ago > rules.makeUps.window) {
            return html`<p>${this.say("month.too-late", { n: rules.makeUps.window })}</p>`;
        }
        return makeUpsLeft > 0
            ? html`<p class="muted">${this.say("month.why", { n: makeUpsLeft })}</p>
                <button class="plain" @click=${() => this.act(() => this.#makeUp(day))}>${this.say("month.make-up")}</button>`
            : html`<p>${this.say("problem.make-up-quota-exhausted")}</p>`;
    }

    async #makeUp(day) {
        const made = await this.api.send("POST", "/api/sign-ins/make-ups", { day });
        this.said = this.say("month.made", { n: made.streak, points: this.words.signed(made.points) });
        this.emit("streak-signed", made);
        tell("signed");
    }
}

/** Whole weeks, always as many. */
function weeks(shown) {
    const begin = plus(first(shown), -weekday(first(shown)));
    return Array.from({ length: WEEKS }, (_, week) => range(plus(begin, week * 7), plus(begin, week * 7 + 6)));
}

customElements.define("streak-month", StreakMonth);

const STEPS_OF_YEAR = {
    ArrowLeft: day => plus(day, -7),
    ArrowRight: day => plus(day, 7),
    ArrowUp: day => plus(day, -1),
    ArrowDown: day => plus(day, 1),
    Home: day => `${year(day)}-01-01`,
    End: day => `${year(day)}-12-31`,
};

/** A year's days at one sight: signed, missed and so on, or by their points. */
class StreakYear extends DayGrid {
    heading = "year.title";

    #paid = new Map();
    #byPoints = false;

    get shown() {
        return String(this.data.year);
    }

    async read() {
        const rules = await this.api.rules();
        const shown = this.turned ?? year(rules.day);
        const [answer, points] = await Promise.all([
            this.api.get(`/api/sign-ins/years/${shown}`),
            this.#byPoints ? this.api.get(`/api/points/days?from=${shown}-01-01&to=${shown}-12-31`) : null]);
        this.#paid.clear();
        return {
            ...answer, rules, points: points && new Map(points.items.map(item => [item.day, item])), begun: answer.days[0] ?? null,
            kinds: kindsOf(answer.madeUpDays, answer.frozenDays, answer.days, answer.pausedDays),
        };
    }

    view() {
        const { year: shown, rules, total, longestStreak, points } = this.data;
        const days = range(`${shown}-01-01`, `${shown}-12-31`);
        const longest = longestStreak > 0 ? this.say("year.longest", { n: longestStreak }) : this.say("year.empty");
        return html`
            ${this.head(this.shown, [this.say("year.previous"), shown - 1],
                [this.say("year.next"), shown + 1], shown >= year(rules.day))}
            <div class="by"><p class="muted" id="sum">${`${this.say("year.sum", { year: this.shown, n: total })} ${longest}`}</p>
                <span>${[["year.days", false], ["view.points", true]].map(([key, byPoints]) => html`
                    <button class="plain small" aria-pressed=${byPoints === this.#byPoints} @click=${() => this.#show(byPoints)}>${this.say(key)}</button>`)}</span></div>
            <div class="scroll">
                <table class="heat" role="grid" aria-labelledby="sum" @keydown=${event => this.walk(event, STEPS_OF_YEAR)}>
                    <thead aria-hidden="true"><tr><td></td>${months(days).map(({ name, weeks }) => html`
                        <td colspan=${weeks}>${this.words.day(name, { month: "short" })}</td>`)}</tr></thead>
                    <tbody>${range("2024-01-01", "2024-01-07").map((named, row) => html`
                        <tr><th scope="row"><span class="unseen">${this.words.day(named, { weekday: "long" })}</span>
                            <span aria-hidden="true">${row % 2 ? "" : this.words.day(named, { weekday: "narrow" })}</span></th>
                            ${weekdays(days, row).map(day => this.#cell(day))}</tr>`)}
                    </tbody>
                </table>
            </div>
            ${points ? this.#legendOfPoints() : this.legend(this.#paid.get(month(this.chosen ?? ""))?.get(this.chosen))}`;
    }

    loading() {
        return this.waiting("year");
    }

    /** A narrow screen begins with the days around the tab stop. */
    drawn() {
        const cell = this.shadowRoot.querySelector("[tabindex='0']");
        const frame = this.shadowRoot.querySelector(".scroll");
        if (this.shadowRoot.activeElement === null) {
            frame.scrollLeft = cell.offsetLeft - frame.clientWidth * 0.8;
        }
    }

    #cell(day) {
        if (day === null) {
            return html`<td></td>`;
        }
        const kind = this.kind(day);
        if (this.data.points) {
            const { points = 0, level = "" } = this.data.points.get(day) ?? {};
            return this.cell(day, "", `${this.shown}-12-31`,
                html`<i class="mark ${level === "" ? kind === "future" ? kind : "before" : `p${level}`}"></i>`, this.say("league.points", { n: points }));
        }
        return this.cell(day, kind, `${this.shown}-12-31`, html`<i class="mark ${kind}"></i>`);
    }

    #show(byPoints) {
        this.#byPoints = byPoints;
        this.act(() => this.load());
    }

    #legendOfPoints() {
        const n = this.data.points.get(this.chosen)?.points ?? 0;
        return html`<p class="place muted" role="status">${this.chosen === null ? this.say("year.more")
            : `${this.words.day(this.chosen)} · ${this.say("league.points", { n })}`}</p>`;
    }

    /** The pay of all days of a month is asked for at once, and kept. */
    choose(day) {
        super.choose(day);
        this.act(async () => {
            if (!this.#paid.has(month(day))) {
                this.#paid.set(month(day), await this.paidIn(month(day)));
                this.draw();
            }
        });
    }
}

/** The days of a weekday, one a week; null where the first or the last week has none. */
function weekdays(days, row) {
    const begin = plus(days[0], row - weekday(days[0]));
    const weeks = Math.ceil((weekday(days[0]) + days.length) / 7);
    return Array.from({ length: weeks }, (_, week) => plus(begin, week * 7))
        .map(day => day >= days[0] && day <= days.at(-1) ? day : null);
}

/** The months, and how many weeks begin in each. */
function months(days) {
    const weeks = weekdays(days, 0).map((monday, index) => month(monday ?? days[index === 0 ? 0 : days.length - 1]));
    return [...new Set(weeks)].map(name => ({ name: `${name}-01`, weeks: weeks.filter(each => each === name).length }));
}

customElements.define("streak-year", StreakYear);
