import { tell } from "./client.js";
import { month, plus } from "./days.js";
import { check, flame, star } from "./icons.js";
import { html, nothing, Part } from "./part.js";

/** A tap that could not be sent, until it is: of which learner, on which day. */
const KEPT = "streakboard.tap";

/** How many steps of the ladder are in view. */
const STEPS = 7;

/** Signing in today, and what it is worth. */
class StreakToday extends Part {
    heading = "view.today";

    #sending = null;
    #late = false;

    async read() {
        const rules = await this.api.rules();
        const calendar = await this.api.get(`/api/sign-ins/calendar?month=${month(rules.day)}`);
        return { rules, ...calendar };
    }

    drawn() {
        this.countTo(this.data.dayEndsAt, () => tell("day"));
        if (this.#kept() !== null) {
            this.#sendKept().catch(failure => this.fail(failure));
        }
    }

    /** What is kept of this learner. */
    #kept() {
        const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
        return kept?.learner === this.api.learner ? kept : null;
    }

    /** A tap is for the day on which it was made; a day that is over can only be made up for. */
    async #sendKept() {
        if (this.#kept().day === this.data.rules.day) {
            await this.#send();
        } else {
            localStorage.removeItem(KEPT);
            this.#late = true;
            this.draw();
        }
    }

    async #tap() {
        const { dayEndsAt, rules } = this.data; // which may be of yesterday, without a connection
        const day = this.api.now >= Date.parse(dayEndsAt) ? plus(rules.day, 1) : rules.day;
        localStorage.setItem(KEPT, JSON.stringify({ learner: this.api.learner, day }));
        this.draw();
        await this.#send().catch(failure => this.fail(failure));
    }

    /** Once at a time; to sign in again would answer the same. */
    #send() {
        this.#sending ??= this.#signIn().finally(() => { this.#sending = null; });
        return this.#sending;
    }

    async #signIn() {
        const signed = await this.api.post("/api/sign-ins");
        localStorage.removeItem(KEPT);
        this.#late = false;
        this.failure = null;
        const { streak, longestStreak } = signed;
        this.data = { ...this.data, signed, streak, longestStreak, signedToday: true, atRisk: false };
        this.said = `${this.say("today.done")} ${this.#paid(signed)} ${this.say("today.streak", { n: streak })}`;
        this.draw();
        this.emit("streak-signed", signed);
        tell("signed");
    }

    view() {
        const { rules, streak, signedToday, longestStreak, atRisk, pausedUntil } = this.data;
        return html`
            <div class="hero ${signedToday ? "lit" : ""}">
                <p class="fire" aria-hidden="true">${flame}<b>${this.words.number(streak)}</b></p>
                <div>
                    <h2>${streak > 0 ? this.say("today.streak", { n: streak }) : this.say("today.begin")}</h2>
                    <p class="muted">${longestStreak > 0
                        ? this.say("today.longest", { n: longestStreak }) : this.say("today.explained")}</p>
                </div>
            </div>
            ${signedToday ? this.#done() : this.#button()}
            ${pausedUntil ? html`<p class="ends">${this.say("pause.until", { day: this.words.day(pausedUntil) })}</p>` : nothing}
            <p class="ends">${atRisk ? html`<strong>${this.say("today.at-risk")}</strong>` : nothing}
                <span class="count">${this.#ends()}</span> · ${rules.zone}</p>
            ${this.#late ? html`<p class="notice">${this.say("today.late")}</p>` : nothing}
            <ol class="ladder" aria-label=${this.say("today.ladder")}>${this.#steps().map(step => this.#step(step))}</ol>
            ${this.#milestone()}`;
    }

    loading() {
        return this.waiting("today");
    }

    #button() {
        const kept = this.#kept() !== null;
        return html`
            <button class="tap" aria-disabled=${kept} @click=${() => kept || this.#tap()}>
                ${kept ? this.say(this.#sending ? "today.sending" : "today.kept") : html`${this.say("today.sign-in")}
                    <span class="worth">${this.words.signed(this.data.nextPay)}</span>`}
            </button>`;
    }

    #done() {
        const { signed, nextPay } = this.data;
        return html`<p class="tap done">${check} ${this.say("today.done")}
            ${signed?.points ? html`<span class="worth">${this.words.signed(signed.points)}</span>`
                : html`<span class="worth">${this.say("today.tomorrow", { points: this.words.signed(nextPay) })}</span>`}</p>`;
    }

    #paid({ points, milestone }) {
        const paid = this.say("today.paid", { n: points });
        return milestone ? `${paid} ${this.say("today.paid-milestone", { n: milestone })}` : paid;
    }

    /** The steps around the next one. */
    #steps() {
        const { streak, signedToday, longestStreak, rules } = this.data;
        const next = signedToday ? Math.max(streak, 1) : streak + 1;
        const begin = next - (next - 1) % STEPS;
        return Array.from({ length: STEPS }, (_, index) => begin + index).map(step => ({
            step,
            pays: payOf(step, rules),
            milestone: step > longestStreak && rules.milestones.find(each => each.streak === step)?.points || 0,
            state: step <= streak ? "done" : step === next ? "next" : "later",
        }));
    }

    #step({ step, pays, milestone, state }) {
        return html`
            <li class=${state} aria-current=${state === "next" ? "step" : nothing}>
                <span class="muted" aria-hidden="true">${this.words.number(step)}</span>
                <span class="coin" aria-hidden="true">${state === "done" ? check : milestone ? star : ""}</span>
                <b aria-hidden="true">${this.words.signed(pays + milestone)}</b>
                <span class="unseen">${this.say("today.step", { n: step, points: this.words.signed(pays + milestone) })}
                    ${state === "done" ? this.say("today.reached") : ""}</span>
            </li>`;
    }

    #milestone() {
        const { nextMilestone: goal } = this.data;
        if (!goal) {
            return html`<p class="goal muted">${this.data.rules.milestones.length > 0 ? this.say("today.no-milestone") : nothing}</p>`;
        }
        return html`
            <div class="goal">
                <p>${star} ${this.say("today.milestone",
                    { n: goal.daysLeft, streak: goal.streak, points: this.words.signed(goal.points) })}</p>
                <progress max=${goal.streak} .value=${goal.streak - goal.daysLeft}
                          aria-label=${this.say("today.milestones")}></progress>
            </div>`;
    }

    #ends() {
        const left = Date.parse(this.data.dayEndsAt) - this.api.now;
        return Number.isNaN(left) ? this.say("today.ends-at", { time: this.words.time(this.data.dayEndsAt, this.data.rules.zone) })
            : this.say("today.ends-in", { time: this.words.duration(left) });
    }
}

/** By the rules: the last step repeats, or the ladder begins anew. */
function payOf(step, { ladder, ladderCycle }) {
    return ladder[ladderCycle ? (step - 1) % ladder.length : Math.min(step, ladder.length) - 1] ?? 0;
}

customElements.define("streak-today", StreakToday);
