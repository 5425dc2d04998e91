import { html, nothing, Part } from "./part.js";

/** Days in a grid, with one tab stop: arrows walk, Enter chooses a day. */
export class DayGrid extends Part {
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
    cell(day, kind, otherwise, content) {
        const { day: today } = this.data.rules;
        const stop = [this.#stop, today].find(each => each?.startsWith(this.shown)) ?? otherwise;
        return html`
            <td role="gridcell" data-day=${day} class="day ${kind} ${day === today ? "today" : ""}"
                tabindex=${day === stop ? 0 : -1} aria-selected=${day === this.#chosen}
                aria-current=${day === today ? "date" : nothing}
                aria-label="${this.words.day(day)}, ${this.say(`kind.${kind}`)}"
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
        return html`
            <ul class="legend">${["signed", "made", "frozen", ...this.data.kinds.paused.size > 0 ? ["paused"] : [], "missed"].map(kind => html`
                <li><i class="mark ${kind}"></i>${this.say(`kind.${kind}`)}</li>`)}
            </ul>
            <div class="place" role="status">${day === null ? html`<p class="muted">${this.say("month.choose")}</p>` : html`
                <p><strong>${this.words.day(day)}</strong> · ${this.say(`kind.${this.kind(day)}`)}</p>
                ${entry ? html`<p>${this.#why(entry)}</p>` : nothing}
                ${action}`}
            </div>`;
    }

    #why({ streak, points }) {
        const milestone = this.data.rules.milestones.find(each => each.streak === streak);
        const paid = this.say("day.paid", { points: this.words.signed(points), n: streak });
        return milestone && points > milestone.points ? `${paid} ${this.say("day.milestone", { n: streak })}` : paid;
    }

    /** What the days of a month were paid, by day. */
    async paidIn(month) {
        const { items } = await this.api.get(`/api/sign-ins/log?month=${month}`);
        return new Map(items.map(item => [item.day, item]));
    }
}

/** The kinds of days, each with its days; the first that has a day counts. */
export const kindsOf = (madeUp, frozen, signed, paused) =>
    ({ made: new Set(madeUp), frozen: new Set(frozen), signed: new Set(signed), paused: new Set(paused) });

export { html, nothing };
