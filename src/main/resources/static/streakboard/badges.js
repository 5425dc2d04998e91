import { check, star } from "./icons.js";
import { html, nothing, Part } from "./part.js";
import { save } from "./save.js";

const DAY = { day: "numeric", month: "short", year: "numeric" };

/** The learner's badges, and how far the others are. */
class StreakBadges extends Part {
    heading = "view.badges";

    async read() {
        const [rules, badges] = await Promise.all([this.api.rules(), this.api.get("/api/badges")]);
        return { rules, badges: badges.items };
    }

    view() {
        const { badges, rules } = this.data;
        const given = badges.flatMap(({ levels }) => levels).filter(isGiven).length;
        return html`
            <h2>${this.say("view.badges")}</h2>
            <p class="muted">${given === 0 ? this.say("badges.none") : this.say("badges.given", { n: given })}</p>
            <ul class="badges">${badges.map(badge => this.#badge(badge))}</ul>
            ${given > 0 && rules.features.includes("credentials") ? html`<p class="muted">${this.say("badges.credential")}</p>` : nothing}`;
    }

    loading() {
        return this.waiting("points");
    }

    #badge(badge) {
        const { title, description, levels } = badge;
        return html`
            <li class=${levels.some(isGiven) ? "given" : ""}>
                ${this.#picture(badge)}
                <div>
                    <h3><bdi>${title}</bdi></h3>
                    <p class="muted"><bdi>${description}</bdi></p>
                    ${levels.map(level => this.#level(badge, level))}
                    ${this.#progress(badge)}
                </div>
            </li>`;
    }

    #picture({ image }) {
        return html`<span class="medal" aria-hidden="true">${star}${image && this.hasAttribute("pictures") ? html`
            <img src=${image} alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer"
                 @error=${({ target }) => { target.hidden = true; }}>` : nothing}</span>`;
    }

    #level(badge, { level, givenAt, withdrawnAt }) {
        if (givenAt === null) {
            return nothing;
        }
        const [key, at] = withdrawnAt === null ? ["badges.since", givenAt] : ["badges.withdrawn", withdrawnAt];
        const { rules } = this.data;
        return html`
            <p class="level ${withdrawnAt === null ? "" : "muted"}">
                <span>${withdrawnAt === null ? check : nothing} ${badge.levels.length > 1 ? html`<b>${this.#goal(badge, level)}</b> ` : nothing}${this.say(key, { day: this.words.time(at, rules.zone, DAY) })}</span>
                ${withdrawnAt !== null || !rules.features.includes("credentials") ? nothing : html`
                    <button class="plain small" aria-label=${this.say("badges.save-of", { badge: badge.title, level: this.#goal(badge, level) })}
                            @click=${() => this.#save(badge.name, level)}>${this.say("badges.save")}</button>`}
            </p>`;
    }

    /** Ranks count down, all else counts up. */
    #goal({ condition }, level) {
        return isOfRanks(condition) ? this.say("board.rank", { n: level }) : this.words.number(level);
    }

    #progress(badge) {
        const { value, condition, levels, title } = badge;
        const next = levels.find(({ givenAt }) => givenAt === null);
        if (next === undefined) {
            return nothing;
        }
        if (isOfRanks(condition)) {
            return html`<p>${value === null ? this.say("badges.rank", { goal: next.level })
                : this.say("badges.best", { best: value, goal: next.level })}</p>`;
        }
        return html`
            <p>${this.say("badges.progress", { value: value ?? 0, goal: next.level })}</p>
            <progress max=${next.level} .value=${value ?? 0} aria-label=${title}></progress>`;
    }

    #save(badge, level) {
        return this.act(() => save(this.api, `/api/badges/${badge}/levels/${level}/credential`, `${badge}-${level}.jwt`));
    }
}

const isGiven = ({ givenAt, withdrawnAt }) => givenAt !== null && withdrawnAt === null;

const isOfRanks = condition => condition.startsWith("rank ");

customElements.define("streak-badges", StreakBadges);
