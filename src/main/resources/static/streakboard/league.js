import { celebrate, ofLeague } from "./moment.js";
import { check, down, html, nothing, Part, up } from "./part.js";
import { pin, row, standing } from "./ranks.js";

const WEEKS = 4;

/** A learner's weekly league: the cohort with its zones, the tier, and the last weeks. */
class StreakLeague extends Part {
    static observedAttributes = [...Part.observedAttributes, "history"];

    heading = "view.leagues";

    async read() {
        const [rules, league, history] = await Promise.all([
            this.api.rules(), this.api.get("/api/leagues/current"), this.api.get(`/api/leagues/history?limit=${WEEKS}`)]);
        return { rules, ...league, weeks: history.items, next: history.next };
    }

    drawn() {
        this.countTo(this.data.endsAt, () => this.load());
        pin(this);
        celebrate(this, ofLeague(this, this.data.weeks));
    }

    view() {
        const { tier, tiers, items, me, endsAt } = this.data;
        const left = Date.parse(endsAt) - this.api.now;
        return html`
            <header>
                <h2>${this.say("league.title", { tier: this.words.label(tier) })}</h2>
                <p class="muted count">${left > 0 ? this.say("league.ends", { time: this.words.duration(left) }) : left <= 0 ? this.say("league.over") : nothing}</p>
            </header>
            <ol class="tiers" aria-label=${this.say("league.tiers")}>${tiers.map((each, index) => this.#tier(each, index))}</ol>
            ${items.length === 0 ? html`<p class="empty">${this.say("league.empty")}</p>` : html`
                <table class="ranks">
                    <caption class="unseen">${this.say("league.cohort")}</caption>
                    <thead class="unseen"><tr><th scope="col">${this.say("board.place")}</th>
                        <th scope="col">${this.say("board.name")}</th><th scope="col">${this.say("board.score")}</th></tr></thead>
                    ${this.#zones().map(zone => this.#zone(zone))}
                </table>`}
            ${me === null ? nothing : standing(this, me)}
            ${this.getAttribute("history") === "off" ? nothing : this.#history()}`;
    }

    loading() {
        return this.waiting("board");
    }

    #tier(tier, index) {
        const own = this.data.tiers.indexOf(this.data.tier);
        return html`<li class=${index < own ? "passed" : index === own ? "own" : ""} aria-current=${index === own ? "step" : nothing}>
            ${index < own ? check : nothing}${this.words.label(tier)}</li>`;
    }

    /** The cohort by what becomes of its members if the week ends now; as the API counts, of members with points only. */
    #zones() {
        const { items, zones: { active, promoted, demoted }, tier, tiers } = this.data;
        const index = tiers.indexOf(tier);
        const falls = ({ rank }) => rank > active - demoted && rank <= active;
        return [
            { name: "rises", to: tiers[index + 1], items: items.filter(({ rank }) => rank <= promoted) },
            { name: "stays", to: tier, items: items.filter(item => item.rank > promoted && !falls(item)) },
            { name: "falls", to: tiers[index - 1], items: items.filter(falls) },
        ].filter(zone => zone.items.length > 0);
    }

    #zone({ name, to, items }) {
        const mark = { rises: up, falls: down }[name] ?? nothing;
        return html`
            <tbody class=${name}>
                <tr class="zone"><th colspan="3" scope="rowgroup">${mark} ${this.say(`league.${name}`, { tier: this.words.label(to) })}</th></tr>
                ${items.map(item => row(this, item, item.member === this.api.learner))}</tbody>`;
    }

    #history() {
        const { weeks, next } = this.data;
        return html`
            <h3>${this.say("league.history")}</h3>
            ${weeks.length === 0 ? html`<p class="muted">${this.say("league.first")}</p>` : html`
                <ul class="records">${weeks.map(week => this.#week(week))}</ul>`}
            ${next ? html`<button class="plain" @click=${() => this.act(() => this.#goOn())}>${this.say("state.more")}</button>` : nothing}`;
    }

    #week({ week, tier, place, active, points, nextTier, moved }) {
        const mark = { promoted: up, demoted: down }[moved] ?? nothing;
        return html`
            <li>
                <span>${this.say("league.week", { day: this.words.day(week, { day: "numeric", month: "short" }) })}
                    <span class="muted">${this.words.label(tier)}</span></span>
                <b>${place === null ? nothing : this.say("league.place", { n: place, active })}</b>
                <span class="moved ${moved}">${mark} ${this.say(`league.${moved}`, { tier: this.words.label(nextTier ?? tier) })}</span>
                <span class="muted">${this.say("league.points", { n: points })}</span>
            </li>`;
    }

    async #goOn() {
        const page = await this.api.get(`/api/leagues/history?limit=${WEEKS}&cursor=${encodeURIComponent(this.data.next)}`);
        this.data = { ...this.data, weeks: [...this.data.weeks, ...page.items], next: page.next };
        this.draw();
    }
}

customElements.define("streak-league", StreakLeague);
