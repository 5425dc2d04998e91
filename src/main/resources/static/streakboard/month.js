import { tell } from "./client.js";
import { between, first, last, month, next, ofMonth, plus, previous, range, weekday, year } from "./days.js";
import { DayGrid, html, kindsOf, nothing } from "./grid.js";

const STEPS = {
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
        const { rules, total, paid, makeUpsLeft } = this.data;
        const { shown } = this;
        return html`
            ${this.head(this.words.month(shown), [this.say("month.previous"), previous(shown)],
                [this.say("month.next"), next(shown)], shown >= month(rules.day))}
            <table class="days" role="grid" aria-label=${this.words.month(shown)} @keydown=${event => this.walk(event, STEPS)}>
                <thead><tr>${range("2024-01-01", "2024-01-07").map(day => html`
                    <th scope="col" aria-label=${this.words.day(day, { weekday: "long" })}>
                        ${this.words.day(day, { weekday: "narrow" })}</th>`)}</tr></thead>
                <tbody>${weeks(shown).map(week => html`<tr>${week.map(day => this.#cell(day))}</tr>`)}</tbody>
            </table>
            <p class="muted">${this.say("month.total", { n: total })}
                ${rules.makeUps.quota > 0 ? this.say("month.left", { n: makeUpsLeft }) : nothing}</p>
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
        if (ago > rules.makeUps.window || rules.makeUps.quota === 0) {
            return html`<p>${this.say("month.too-late")}</p>`;
        }
        return makeUpsLeft > 0
            ? html`<button class="plain" @click=${() => this.act(() => this.#makeUp(day))}>${this.say("month.make-up")}</button>`
            : html`<p>${this.say("problem.make-up-quota-exhausted")}</p>`;
    }

    async #makeUp(day) {
        const made = await this.api.post("/api/sign-ins/make-ups", { day });
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
