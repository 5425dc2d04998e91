import { ahead, celebrate, count, ofBadges, ofLeague, passed } from "./moment.js";
import { html, nothing, Part } from "./part.js";

/** Rank and points of this season, and who is next. What is new since the learner looked is celebrated. */
class StreakSummary extends Part {
    heading = "summary.title";

    #points = null;

    async read() {
        const rules = await this.api.rules();
        const { learner } = this.api;
        const old = this.data?.learner === learner ? this.data : null;
        const has = feature => rules.features.includes(feature);
        const [around, badges, weeks] = await Promise.all([
            this.api.get("/api/boards/points/around/me?radius=1"),
            has("badges") ? this.api.get("/api/badges") : null,
            old === null && has("leagues") ? this.api.get("/api/leagues/history?limit=1") : null]);
        const { me, degraded, edition: { season } } = around;
        const points = me?.score ?? (degraded ? (await this.api.get("/api/points/summary")).points : 0); // which has them without Redis
        return { rules, ...around, season, points, badges, weeks, learner, before: old?.season.id === season.id ? old : null };
    }

    /** While the ranking is restored, ranks say nothing. */
    drawn() {
        const { points, badges, weeks, before, degraded } = this.data;
        celebrate(this, [
            ...before && !degraded && !before.degraded ? passed(this, before, this.data) : [],
            ...badges ? ofBadges(this, badges.items) : [],
            ...weeks ? ofLeague(this, weeks.items) : []]);
        this.data.before = null;
        count(before ? this.#points ?? points : points, points, shown => {
            this.#points = shown;
            this.draw();
        });
    }

    view() {
        const { season, points, me, items, rules, degraded } = this.data;
        const above = items.find(({ rank }) => rank < me?.rank);
        return html`
            <h2>${this.say("summary.title")} <bdi class="muted">${this.words.period(season.name)}</bdi></h2>
            <dl class="figures">
                <div><dt>${this.say("board.place")}</dt><dd>${me === null ? "–" : this.words.number(me.rank)}</dd></div>
                <div><dt>${this.say("view.points")}</dt><dd>${this.words.number(this.#points ?? points)}</dd></div>
            </dl>
            <p class="muted">${me === null ? degraded ? nothing : this.say("summary.unranked")
                : above ? ahead(this, rules, me.score, above) : me.rank === 1 ? this.say("summary.first") : nothing}</p>`;
    }
}

customElements.define("streak-summary", StreakSummary);
