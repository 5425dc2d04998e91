import { plus } from "./days.js";
import { html, nothing, Part } from "./part.js";

const CHOICES = ["shown", "number", "hidden"];

/** What others see of the learner, and a pause. */
class StreakPrivacy extends Part {
    heading = "privacy.title";

    async read() {
        const [rules, privacy] = await Promise.all([this.api.rules(), this.api.get("/api/me/privacy")]);
        return { rules, ...privacy };
    }

    drawn() {
        this.countTo(this.data.changeableAt, () => this.load());
    }

    view() {
        const { board, choice, changeableAt, rules } = this.data;
        const fixed = !choice || changeableAt !== null;
        return html`
            <h2>${this.say("privacy.title")}</h2>
            <form class="fields" @submit=${event => this.#choose(event)}>
                <fieldset aria-describedby="why">
                    <legend>${this.say("privacy.board")}</legend>
                    ${CHOICES.map(each => html`
                        <label class="option">
                            <input type="radio" name="board" value=${each} .checked=${each === board} ?disabled=${fixed && each !== board}>
                            <span><b>${this.say(`privacy.${each}`)}</b>
                                <span class="muted">${this.say(`privacy.${each}-means`)}</span></span>
                        </label>`)}
                </fieldset>
                <p class="muted" id="why">${this.say("privacy.always")}
                    ${!choice ? this.say("privacy.same-for-all")
                        : changeableAt === null ? this.say("privacy.stays")
                            : this.say("privacy.changeable", { time: this.words.time(changeableAt, rules.zone) })}</p>
                ${fixed ? nothing : html`<button class="main">${this.say("state.save")}</button>`}
            </form>
            ${this.#pause()}`;
    }

    #pause() {
        const { pausedUntil, hiddenUntil, pauseDaysLeft, rules } = this.data;
        const tomorrow = plus(rules.day, 1);
        return html`
            <form class="fields" @submit=${event => this.#leave(event)}>
                <h3>${this.say("pause.title")}</h3>
                <p class="muted">${this.say("pause.means")}</p>
                ${pausedUntil === null ? nothing : html`
                    <p><b>${this.say("pause.until", { day: this.words.day(pausedUntil) })}</b></p>`}
                ${hiddenUntil === null || hiddenUntil === pausedUntil ? nothing : html`
                    <p>${this.say("pause.hidden", { day: this.words.day(hiddenUntil) })}</p>`}
                <p class="muted" id="left">${this.say("pause.left", { n: pauseDaysLeft })}</p>
                <div class="row">
                    ${pauseDaysLeft === 0 && pausedUntil === null ? nothing : html`
                        <label class="field">${this.say("pause.back")}
                            <input type="date" name="day" required min=${tomorrow} .value=${pausedUntil ?? ""} aria-describedby="left">
                        </label>
                        <button class="plain">${this.say(pausedUntil === null ? "pause.begin" : "pause.change")}</button>`}
                    ${pausedUntil === null ? nothing : html`
                        <button type="button" class="plain" @click=${() => this.#change({ pausedUntil: null }, "pause.ended")}>
                            ${this.say("pause.end")}</button>`}
                </div>
            </form>`;
    }

    #choose(event) {
        event.preventDefault();
        return this.#change({ board: new FormData(event.target).get("board") }, "privacy.saved");
    }

    #leave(event) {
        event.preventDefault();
        return this.#change({ pausedUntil: new FormData(event.target).get("day") }, "pause.begun");
    }

    /** Repeating it changes nothing, so it may be tried again. */
    #change(change, said) {
        return this.act(async () => {
            this.data = { ...this.data, ...await this.api.send("PUT", "/api/me/privacy", change) };
            this.failure = null;
            this.said = this.say(said);
            this.draw();
            this.drawn();
        });
    }
}

customElements.define("streak-privacy", StreakPrivacy);
