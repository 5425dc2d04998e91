import { star } from "./icons.js";
import { html, nothing, Part } from "./part.js";

/** Rank, points and titles. */
class StreakSummary extends Part {
    heading = "summary.title";

    async read() {
        const [summary, rewards] = await Promise.all([
            this.api.get("/api/points/summary"), this.api.get("/api/rewards?size=20")]);
        return { ...summary, titles: rewards.items.filter(reward => reward.title) };
    }

    view() {
        const { season, points, rank, toNextRank, titles } = this.data;
        return html`
            <h2>${this.say("summary.title")} <bdi class="muted">${season.name}</bdi></h2>
            <dl class="figures">
                <div><dt>${this.say("board.place")}</dt><dd>${rank === null ? "–" : this.words.number(rank)}</dd></div>
                <div><dt>${this.say("view.points")}</dt><dd>${this.words.number(points)}</dd></div>
            </dl>
            <p class="muted">${rank === null ? this.say("summary.unranked")
                : toNextRank === null ? this.say("summary.first") : this.say("summary.next", { n: toNextRank })}</p>
            ${titles.length === 0 ? nothing : html`
                <ul class="titles" aria-label=${this.say("summary.titles")}>${titles.map(({ title, season, rank }) => html`
                    <li>${star} <bdi>${title}</bdi> <span class="muted"><bdi>${season.name}</bdi> ·
                        ${this.say("board.rank", { n: rank })}</span></li>`)}
                </ul>`}`;
    }
}

customElements.define("streak-summary", StreakSummary);
