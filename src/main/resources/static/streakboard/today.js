import { tell } from "./client.js";
import { month, plus } from "./days.js";
import { celebrate, count, remember, vibrate } from "./moment.js";
import { check, flame, html, nothing, Part, rays, star } from "./part.js";

/** A tap that could not be sent, until it is: of which learner, on which day. */
const KEPT = "streakboard.tap";

/** How many steps of the ladder are in view. */
const STEPS = 7;

const CHEERED_MILLIS = 1500;

/** Signing in today, and what it is worth. */
class StreakToday extends Part {
    heading = "view.today";

    #sending = null;
    #late = false;

    /** The latest sign-in that was made here; while it is celebrated, also how much of its points has been counted up. */
    #signed = null;
    #counted = null;

    async read() {
        const rules = await this.api.rules();
        const calendar = await this.api.get(`/api/sign-ins/calendar?month=${month(rules.day)}`);
        const { streak, longestStreak } = calendar;
        if (streak < longestStreak) {
            remember(this.api.learner, "record", longestStreak);
        }
        return { rules, ...calendar };
    }

    drawn() {
        this.countTo(this.data.dayEndsAt, () => tell("day"));
        if (this.#kept() !== null) {
            this.act(this.#sendKept);
        }
    }

    /** With the rules of yesterday too, without a connection. */
    get #day() {
        const { dayEndsAt, rules } = this.data;
        return this.api.now >= Date.parse(dayEndsAt) ? plus(rules.day, 1) : rules.day;
    }

    /** What is kept of this learner. */
    #kept() {
        const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
        return kept?.learner === this.api.learner ? kept : null;
    }

    /** A tap is for the day on which it was made; a day that is over can only be made up for. */
    #sendKept = async () => {
        const day = this.#kept()?.day;
        if (day === this.#day) {
            await this.#send();
        } else if (day !== undefined) {
            localStorage.removeItem(KEPT);
            this.#late = true;
            this.draw();
        }
    };

    async #tap() {
        localStorage.setItem(KEPT, JSON.stringify({ learner: this.api.learner, day: this.#day }));
        const sent = this.act(this.#sendKept);
        vibrate();
        this.draw();
        await sent;
    }

    /** Once at a time; to sign in again would answer the same. */
    #send() {
        this.#sending ??= this.#signIn().finally(() => { this.#sending = null; });
        return this.#sending;
    }

    async #signIn() {
        const signed = await this.api.send("POST", "/api/sign-ins");
        localStorage.removeItem(KEPT);
        this.#late = false;
        this.failure = null;
        const { streak, longestStreak } = signed;
        this.data = { ...this.data, streak, longestStreak, signedToday: true, atRisk: false };
        this.#signed = { ...signed, learner: this.api.learner };
        if (signed.newlySigned) {
            this.#celebrate(signed);
        }
        this.draw();
        this.emit("streak-signed", signed);
        tell("signed");
    }

    /** The day itself is celebrated in place; what is more, one after the other. */
    #celebrate(signed) {
        const { streak, longestStreak, points, milestone } = signed;
        const was = remember(this.api.learner, "record", null);
        const moments = [];
        if (milestone > 0) {
            moments.push({
                title: this.say("moment.milestone", { n: streak }),
                text: this.say("moment.milestone-paid", { n: milestone, points: this.words.signed(milestone) }),
            });
        }
        if (was && longestStreak > was) {
            moments.push({ icon: flame, title: this.say("moment.record"), text: this.say("moment.record-was", { n: longestStreak, was }) });
        } else if (was) {
            remember(this.api.learner, "record", was);
        }
        celebrate(this, moments, `${this.say("today.done")}. ${this.#paid(signed)} ${this.say("today.streak", { n: streak })}.`);
        count(0, points, counted => {
            this.#counted = counted;
            this.draw();
        });
        setTimeout(() => {
            this.#counted = null;
            this.draw();
        }, CHEERED_MILLIS);
    }

    /** Today's sign-in, if it was made here. */
    get #now() {
        const { day, learner } = this.#signed ?? {};
        return day === this.data.rules.day && learner === this.api.learner ? this.#signed : null;
    }

    view() {
        const { rules, streak, signedToday, longestStreak, atRisk, pausedUntil } = this.data;
        return html`
            <div class="hero ${signedToday ? "lit" : this.#sending ? "tapped" : ""} ${this.#cheered}">
                <p class="fire" aria-hidden="true">${rays}${flame}<b>${this.words.number(streak)}</b></p>
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
            ${this.#ladder()}
            ${this.#milestone()}`;
    }

    get #cheered() {
        return this.#counted === null ? "" : "cheered";
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
        const { nextPay } = this.data;
        const points = this.#now?.points;
        return html`<p class="tap done">${check} ${this.say("today.done")}
            ${points ? html`<span class="worth plus">${this.words.signed(this.#counted ?? points)}</span>`
                : html`<span class="worth">${this.say("today.tomorrow", { points: this.words.signed(nextPay) })}</span>`}</p>`;
    }

    #paid({ points, milestone }) {
        const paid = this.say("today.paid", { n: points });
        return milestone ? `${paid} ${this.say("today.paid-milestone", { n: milestone })}` : paid;
    }

    /** The steps around the next one, as far as they differ. */
    #ladder() {
        const { streak, signedToday, longestStreak, rules } = this.data;
        const next = signedToday ? Math.max(streak, 1) : streak + 1;
        const begin = next - (next - 1) % STEPS;
        const steps = Array.from({ length: STEPS }, (_, index) => begin + index).map(step => ({
            step, ...payOf(step, rules, step <= streak && streak === longestStreak ? 0 : longestStreak), state: step <= streak ? "done" : step === next ? "next" : "later",
        }));
        const differs = steps.findLastIndex(({ pays }, index) => index > 0 && pays !== steps[index - 1].pays);
        const now = next - begin;
        const shown = steps.slice(differs < 0 ? now : 0, Math.max(differs, now) + 1);
        return html`
            <ol class="ladder" aria-label=${this.say("today.ladder")}>
                ${shown.map(step => this.#step(step, now + begin))}
                ${shown.at(-1) === steps.at(-1) ? nothing : html`
                    <li class="then">${this.say("today.then", { points: this.words.signed(steps.at(-1).pays) })}</li>`}
            </ol>`;
    }

    #step({ step, pays, milestone, state }, now) {
        return html`
            <li class="${state} ${step === now ? this.#cheered : ""}" aria-current=${state === "next" ? "step" : nothing}>
                <span class="muted" aria-hidden="true">${this.words.number(step)}</span>
                <span class="coin" aria-hidden="true">${state === "done" ? check : milestone ? star : ""}</span>
                <b aria-hidden="true">${this.words.signed(pays)}</b>
                <span class="unseen">${this.say("today.step", { n: step, points: this.words.signed(pays) })}
                    ${state === "done" ? this.say("today.reached") : ""}</span>
            </li>`;
    }

    /** With the pay of its whole day, as everywhere; told apart if the learner asks. */
    #milestone() {
        const { nextMilestone: goal, longestStreak, rules } = this.data;
        if (!goal) {
            return html`<p class="goal muted">${rules.milestones.length > 0 ? this.say("today.no-milestone") : nothing}</p>`;
        }
        const { pays, ladder } = payOf(goal.streak, rules, longestStreak);
        return html`
            <div class="goal">
                <details><summary>${star} ${this.say("today.milestone",
                    { n: goal.daysLeft, streak: goal.streak, points: this.words.signed(pays) })}</summary>
                    <p class="muted">${this.say("today.parts",
                        { ladder: this.words.signed(ladder), milestone: this.words.signed(pays - ladder) })}</p></details>
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

/** By the rules: the last step repeats, or the ladder begins anew. A milestone is paid once. */
function payOf(step, { ladder: steps, ladderCycle, milestones }, longestStreak) {
    const ladder = steps[ladderCycle ? (step - 1) % steps.length : Math.min(step, steps.length) - 1] ?? 0;
    const milestone = step > longestStreak && milestones.find(each => each.streak === step)?.points || 0;
    return { ladder, milestone, pays: ladder + milestone };
}

customElements.define("streak-today", StreakToday);
