import { star } from "./icons.js";
import { html, nothing, Part } from "./part.js";

/** Rank, points, and what the learner got for ranks: titles of seasons and prizes of boards. */
class StreakSummary extends Part {
    heading = "summary.title";

    async read() {
        const [rules, summary, rewards] = await Promise.all([
            this.api.rules(), this.api.get("/api/points/summary"), this.api.get("/api/rewards?size=20")]);
        return { rules, ...summary, titles: rewards.items.filter(({ title }) => title), ...await this.#prizes(rules) };
    }

    /** With the titles of their boards, if there are any. */
    async #prizes({ features }) {
        const prizes = features.includes("prizes") ? (await this.api.get("/api/prizes?size=20")).items : [];
        return { prizes, boards: prizes.length > 0 ? (await this.api.get("/api/boards")).items : [] };
    }

    view() {
        const { season, points, rank, toNextRank, titles, prizes } = this.data;
        return html`
            <h2>${this.say("summary.title")} <bdi class="muted">${season.name}</bdi></h2>
            <dl class="figures">
                <div><dt>${this.say("board.place")}</dt><dd>${rank === null ? "–" : this.words.number(rank)}</dd></div>
                <div><dt>${this.say("view.points")}</dt><dd>${this.words.number(points)}</dd></div>
            </dl>
            <p class="muted">${rank === null ? this.say("summary.unranked")
                : toNextRank === null ? this.say("summary.first") : this.say("summary.next", { n: toNextRank })}</p>
            ${titles.length + prizes.length === 0 ? nothing : html`
                <ul class="titles" aria-label=${this.say("summary.titles")}>
                    ${titles.map(each => this.#title(each))}
                    ${prizes.map(each => this.#prize(each))}
                </ul>`}`;
    }

    #title({ title, season, rank }) {
        const file = () => this.#save(`/api/rewards/${season.id}/credential`, `${season.name}.jwt`);
        return html`
            <li><span>${star} <bdi>${title}</bdi> <span class="muted"><bdi>${season.name}</bdi> ·
                ${this.say("board.rank", { n: rank })}</span></span>
                ${this.data.rules.features.includes("credentials") ? html`
                    <button class="plain small" aria-label=${this.say("badges.save-of", { badge: title, level: season.name })}
                            @click=${file}>${this.say("badges.save")}</button>` : nothing}</li>`;
    }

    #prize({ title, board, period, rank, points }) {
        const known = this.data.boards.find(each => each.board === board);
        const name = this.words.label(known?.title ?? board);
        return html`
            <li><span>${star} <bdi>${title ?? name}</bdi> <span class="muted">${title ? html`<bdi>${name}</bdi>` : nothing}
                <bdi>${period === "all" ? "" : this.words.period(period)}</bdi> · ${this.say("board.rank", { n: rank })}
                ${points > 0 ? `· ${this.words.signed(points)}` : nothing}</span></span></li>`;
    }

    #save(path, name) {
        return this.act(async () => (await import("./save.js")).save(this.api, path, name));
    }
}

customElements.define("streak-summary", StreakSummary);
