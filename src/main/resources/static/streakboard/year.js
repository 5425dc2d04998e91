import { month, plus, range, weekday, year } from "./days.js";
import { DayGrid, html, kindsOf } from "./grid.js";

const STEPS = {
    ArrowLeft: day => plus(day, -7),
    ArrowRight: day => plus(day, 7),
    ArrowUp: day => plus(day, -1),
    ArrowDown: day => plus(day, 1),
    Home: day => `${year(day)}-01-01`,
    End: day => `${year(day)}-12-31`,
};

/** A year's days at one sight. */
class StreakYear extends DayGrid {
    heading = "year.title";

    #paid = new Map();

    get shown() {
        return String(this.data.year);
    }

    async read() {
        const rules = await this.api.rules();
        const answer = await this.api.get(`/api/sign-ins/years/${this.turned ?? year(rules.day)}`);
        this.#paid.clear();
        return {
            ...answer, rules, begun: answer.days[0] ?? null,
            kinds: kindsOf(answer.madeUpDays, answer.frozenDays, answer.days, answer.pausedDays),
        };
    }

    view() {
        const { year: shown, rules, total, longestStreak } = this.data;
        const days = range(`${shown}-01-01`, `${shown}-12-31`);
        const longest = longestStreak > 0 ? this.say("year.longest", { n: longestStreak }) : this.say("year.empty");
        return html`
            ${this.head(this.shown, [this.say("year.previous"), shown - 1],
                [this.say("year.next"), shown + 1], shown >= year(rules.day))}
            <p class="muted" id="sum">${`${this.say("year.sum", { year: this.shown, n: total })} ${longest}`}</p>
            <div class="scroll">
                <table class="heat" role="grid" aria-labelledby="sum" @keydown=${event => this.walk(event, STEPS)}>
                    <thead aria-hidden="true"><tr><td></td>${months(days).map(({ name, weeks }) => html`
                        <td colspan=${weeks}>${this.words.day(name, { month: "short" })}</td>`)}</tr></thead>
                    <tbody>${range("2024-01-01", "2024-01-07").map((named, row) => html`
                        <tr><th scope="row"><span class="unseen">${this.words.day(named, { weekday: "long" })}</span>
                            <span aria-hidden="true">${row % 2 ? "" : this.words.day(named, { weekday: "narrow" })}</span></th>
                            ${weekdays(days, row).map(day => this.#cell(day))}</tr>`)}
                    </tbody>
                </table>
            </div>
            ${this.legend(this.#paid.get(month(this.chosen ?? ""))?.get(this.chosen))}`;
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
        return this.cell(day, kind, `${this.shown}-12-31`, html`<i class="mark ${kind}"></i>`);
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
