import { offer } from "./client.js";
import { month } from "./days.js";
import { celebrate, isGiven, ofBadges } from "./moment.js";
import { check, html, nothing, Part, star } from "./part.js";

const DAY = { day: "numeric", month: "short", year: "numeric" };

/** Shapes and colours of medals, by how many levels the learner has. */
const TIERS = 4;

/** All that a learner has ever won: points and days, ranks of past seasons, titles, prizes. And a reminder, and the data. */
class StreakMe extends Part {
    heading = "me.all";

    async read() {
        const rules = await this.api.rules();
        const [all, calendar, ranks, rewards, prizes] = await Promise.all([
            this.api.get("/api/points/all-time"), this.api.get(`/api/sign-ins/calendar?month=${month(rules.day)}`),
            this.api.get("/api/points/ranks?size=12"), this.api.get("/api/rewards?size=20"),
            rules.features.includes("prizes") ? this.api.get("/api/prizes?size=20") : { items: [] }]);
        const boards = prizes.items.length > 0 ? (await this.api.get("/api/boards")).items : [];
        return { rules, ...all, longest: calendar.longestStreak, ranks: ranks.items.filter(({ rank }) => rank !== null), rewards: rewards.items, prizes: prizes.items, boards };
    }

    view() {
        const { points, signedDays, longest, seasons, ranks, rewards, prizes } = this.data;
        const titles = [...rewards.filter(({ title }) => title).map(each => this.#title(each)), ...prizes.map(each => this.#prize(each))];
        return html`
            <h2>${this.say("me.all")}</h2>
            <dl class="figures four">${[["view.points", points], ["me.days", signedDays], ["moment.record", longest], ["me.seasons", seasons]].map(([key, n]) => html`
                <div><dt>${this.say(key)}</dt><dd>${this.words.number(n)}</dd></div>`)}</dl>
            ${titles.length === 0 ? nothing : html`<ul class="titles">${titles}</ul>`}
            <h3>${this.say("me.ranks")}</h3>
            ${ranks.length === 0 ? html`<p class="muted">${this.say("me.none")}</p>` : html`<ul class="records">${ranks.map(each => html`
                <li><span><bdi>${this.words.period(each.season.name)}</bdi></span>
                    <b>${this.say("board.rank", { n: each.rank })}</b>
                    <span class="muted">${this.say("league.points", { n: each.points })}</span>
                    <span class="muted">${this.say("me.of", { n: each.learners })}</span></li>`)}</ul>`}
            <form class="fields" @submit=${event => this.#remind(event)}>
                <h3>${this.say("me.remind")}</h3>
                <p class="muted">${this.say("me.remind-means")}</p>
                <div class="row"><label class="field">${this.say("me.hour")} <input type="time" name="hour" required .defaultValue=${"19:00"}></label>
                    <button class="plain">${this.say("me.calendar")}</button></div>
            </form>
            <div class="fields"><h3>${this.say("me.data")}</h3>
                <button class="plain" @click=${() => this.act(() => this.api.save("/api/learners/me/export", "streakboard.json"))}>${this.say("me.export")}</button></div>`;
    }

    loading() {
        return this.waiting("points");
    }

    #title({ title, season, rank }) {
        return this.#won(title, this.words.period(season.name), rank, !this.data.rules.features.includes("credentials") ? nothing : html`
            <button class="plain small" aria-label=${this.say("badges.save-of", { badge: title, level: this.words.period(season.name) })}
                    @click=${() => this.act(() => this.api.save(`/api/rewards/${season.id}/credential`, `${season.name}.jwt`))}>${this.say("badges.save")}</button>`);
    }

    #prize({ title, board, period, rank, points }) {
        const name = this.words.label(this.data.boards.find(each => each.board === board)?.title ?? board);
        const of = [...title ? [name] : [], ...period === "all" ? [] : [this.words.period(period)]].join(" ");
        return this.#won(title ?? name, of, rank, points > 0 ? html`<b class="plus">${this.words.signed(points)}</b>` : nothing);
    }

    #won(title, of, rank, more) {
        return html`<li><span>${star} <bdi>${title}</bdi> <span class="muted"><bdi>${of}</bdi> · ${this.say("board.rank", { n: rank })}</span></span> ${more}</li>`;
    }

    /** An entry of the learner's own calendar, every day at an hour of wherever the learner is. */
    #remind(event) {
        event.preventDefault();
        const at = `${this.data.rules.day}T${new FormData(event.target).get("hour")}00`.replaceAll(/[-:]/g, "");
        const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Streakboard//EN", "BEGIN:VEVENT", "UID:check-in@streakboard",
            `DTSTAMP:${new Date(this.api.now || Date.now()).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`, `DTSTART:${at}`, "DURATION:PT5M", "RRULE:FREQ=DAILY",
            `SUMMARY:${this.say("me.event").replaceAll(/[,;\\]/g, "\\$&")}`, "BEGIN:VALARM", "ACTION:DISPLAY", `DESCRIPTION:${this.say("today.sign-in")}`,
            "TRIGGER:PT0S", "END:VALARM", "END:VEVENT", "END:VCALENDAR", ""];
        offer(new Blob([lines.join("\r\n")], { type: "text/calendar" }), "streakboard.ics");
    }
}

customElements.define("streak-me", StreakMe);

/** The learner's badges, and how far the others are. */
class StreakBadges extends Part {
    heading = "view.badges";

    async read() {
        const rules = await this.api.rules();
        const badges = rules.features.includes("badges") ? (await this.api.get("/api/badges")).items : [];
        const [goal] = badges.filter(badge => reached(badge) > 0).sort((one, other) => reached(other) - reached(one));
        return { rules, goal, badges: goal ? [goal, ...badges.filter(each => each !== goal)] : badges };
    }

    drawn() {
        celebrate(this, ofBadges(this, this.data.badges));
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
        const given = levels.filter(isGiven).length;
        return html`
            <li class="t${given > 0 && levels.length === 1 ? TIERS - 1 : Math.min(TIERS, given)}">
                ${this.#picture(badge)}
                <div>
                    <h3>${badge === this.data.goal ? html`<span class="you">${this.say("badges.goal")}</span> ` : nothing}<bdi>${title}</bdi></h3>
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
                    <details class="menu"><summary aria-label=${this.say("badges.more", { badge: `${badge.title} ${this.#goal(badge, level)}` })}>⋯</summary>
                        <button class="plain small" aria-label=${this.say("badges.save-of", { badge: badge.title, level: this.#goal(badge, level) })}
                                @click=${() => this.#save(badge.name, level)}>${this.say("badges.save")}</button></details>`}
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
        return this.act(() => this.api.save(`/api/badges/${badge}/levels/${level}/credential`, `${badge}-${level}.jwt`));
    }
}

/** How much of the next level is reached; 0 where there is none, or ranks count. */
function reached({ value, condition, levels }) {
    const next = levels.find(({ givenAt }) => givenAt === null);
    return next === undefined || isOfRanks(condition) ? 0 : (value ?? 0) / next.level;
}

const isOfRanks = condition => condition.startsWith("rank ");

customElements.define("streak-badges", StreakBadges);
