import { html, nothing, Part } from "./part.js";
import { campaigns, times } from "./ranks.js";

/** Today's points against their caps, and the ledger with its reasons. */
class StreakPoints extends Part {
    static observedAttributes = [...Part.observedAttributes, "history"];

    heading = "view.points";

    #filter = { type: "", from: "", to: "" };
    #more = null;
    #asked = null;

    /** This week as it was, while only the filter of the history changes. */
    #same = null;

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#more?.disconnect();
    }

    async read() {
        this.#asked = null;
        const same = this.#same;
        this.#same = null;
        const [rules, today, week, ledger] = await Promise.all([
            this.api.rules(), this.api.get("/api/points/today"), same ?? this.#week(), this.#hasHistory ? this.#page() : { items: [], next: null }]);
        return { rules, today, week, ...ledger };
    }

    get #hasHistory() {
        return this.getAttribute("history") !== "off";
    }

    /** All else is shown without it. */
    #week() {
        return this.api.get("/api/me/compared?board=points").catch(() => null);
    }

    /** The end of the list asks for more when it comes into view. */
    drawn() {
        const [next] = this.#bonuses.map(({ running, from, to }) => running ? to : from).sort();
        this.countTo(next, () => this.load());
        this.#more ??= new IntersectionObserver(seen => seen.some(each => each.isIntersecting) && this.#goOn());
        this.#more.disconnect();
        const end = this.shadowRoot.querySelector(".more");
        if (end) {
            this.#more.observe(end);
        }
    }

    view() {
        const { today, week, items, next } = this.data;
        return html`
            <h2>${this.say("points.today", { points: this.words.signed(today.total) })}</h2>
            ${campaigns(this, this.data.rules)}
            <ul class="types">${today.types.map(type => this.#type(type))}</ul>
            ${week === null ? nothing : this.#compared(week)}
            ${this.#hasHistory ? html`
                <h2>${this.say("points.history")}</h2>
                ${items.length > 0 || Object.values(this.#filter).some(Boolean) ? this.#filters() : nothing}
                ${items.length === 0 ? html`<p class="muted">${this.say("points.empty")}</p>` : nothing}
                <ul class="records">${items.map(item => this.#record(item))}</ul>` : nothing}
            ${next === null ? nothing : html`
                <button class="plain more" @click=${() => this.#goOn()}>${this.say("state.more")}</button>`}`;
    }

    loading() {
        return this.waiting("points");
    }

    #label(type) {
        const rule = this.data.rules.types.find(each => each.type === type);
        return this.words.label(rule?.label ?? type);
    }

    get #bonuses() {
        return this.data.rules.bonuses ?? [];
    }

    #type({ type, points, cap }) {
        const label = this.#label(type);
        const percent = Math.max(...this.#bonuses.filter(({ running, types }) => running && types.includes(type)).map(bonus => bonus.percent));
        const said = cap === null ? this.words.number(points)
            : this.say("points.of", { points, cap });
        return html`
            <li>
                <span>${label} ${percent > 0 ? html`<span class="plus">${times(this, percent)}</span>` : nothing}</span><b>${said}</b>
                ${cap === null ? nothing : html`<progress max=${cap} .value=${points} aria-label=${label}></progress>`}
            </li>`;
    }

    /** Beside the learner's own last week until the same weekday, and the middle of each group. */
    #compared({ thisWeek, lastWeek, groups }) {
        const bars = [["week.mine", {}, thisWeek], ["week.last", {}, lastWeek],
            ...groups.filter(({ median }) => median !== null).map(({ name, median }) => ["week.group", { name }, median])];
        const most = Math.max(1, ...bars.map(([, , points]) => points));
        return html`
            <h2>${this.say("week.title")}</h2>
            <ul class="types bars">${bars.map(([key, values, points]) => html`
                <li><span>${this.say(key, values)}</span><b>${this.words.number(points)}</b>
                    <progress max=${most} .value=${Math.max(0, points)} aria-label=${this.say(key, values)}></progress></li>`)}
            </ul>`;
    }

    #filters() {
        const change = name => event => {
            this.#filter[name] = event.target.value;
            this.#same = this.data.week;
            this.load();
        };
        const { type, from, to } = this.#filter;
        return html`
            <div class="filters">
                <label>${this.say("points.type")}
                    <select @change=${change("type")}>
                        <option value="" ?selected=${type === ""}>${this.say("points.all")}</option>
                        ${this.data.rules.types.map(rule => html`
                            <option value=${rule.type} ?selected=${type === rule.type}>${this.#label(rule.type)}</option>`)}
                    </select></label>
                <label>${this.say("points.from")}
                    <input type="date" max=${this.data.rules.day} .value=${from} @change=${change("from")}></label>
                <label>${this.say("points.to")}
                    <input type="date" max=${this.data.rules.day} min=${from || nothing} .value=${to} @change=${change("to")}></label>
            </div>`;
    }

    #record({ type, points, sourceId, title, occurredAt, outcome, reasons, bonus, bonusPercent }) {
        return html`
            <li>
                <span>${this.#label(type)}${this.#what(type, sourceId, title)}</span>
                <b class=${points < 0 ? "less" : points > 0 ? "plus" : ""}>${this.words.signed(points)}</b>
                <span class="muted">${this.words.time(occurredAt, this.data.rules.zone)}</span>
                ${bonus ? html`<span class="why">${times(this, bonusPercent)}, <bdi>${bonus}</bdi></span>` : nothing}
                ${outcome === "AWARDED" ? nothing : html`<span class="why">${this.say(`outcome.${outcome}`)}${
                    reasons.map(each => html` · ${this.#why(each)}`)}</span>`}
            </li>`;
    }

    /** ": Loops" after its type. What has no title is named by its source, if that says something to people. */
    #what(type, sourceId, title) {
        const said = text => html`${this.say("points.colon")}<bdi>${text}</bdi>`;
        if (title) {
            return said(title);
        }
        const [board, period] = sourceId.split(" ");
        switch (type) {
            case "SIGN_IN": // a made-up day is not the day on which it was made up
                return said(this.words.day(sourceId, { day: "numeric", month: "long" }));
            case "SEASON_REWARD":
                return said(this.words.period(sourceId));
            case "BOARD_PRIZE":
                return said(`${board}, ${this.words.period(period)}`);
            case "ADJUSTMENT": // has its reason beside it
                return nothing;
            default:
                return html` <bdi class="muted">${sourceId}</bdi>`;
        }
    }

    /** What an admin wrote is shown as it is. */
    #why({ code, parameters, message }) {
        return this.words.has(`reason.${code}`) ? this.say(`reason.${code}`, parameters) : html`<bdi>${message}</bdi>`;
    }

    #page(cursor = "") {
        const asked = Object.entries({ ...this.#filter, cursor }).filter(([, value]) => value !== "");
        return this.api.get(`/api/points/records?${new URLSearchParams(asked)}`);
    }

    /** Once for each cursor, however often the end comes into view. */
    async #goOn() {
        const { next } = this.data;
        if (next === null || next === this.#asked) {
            return;
        }
        this.#asked = next;
        await this.act(async () => {
            const page = await this.#page(next).catch(failure => {
                this.#asked = null;
                throw failure;
            });
            if (this.data.next === next) {
                this.data = { ...this.data, items: [...this.data.items, ...page.items], next: page.next };
                this.draw();
                this.drawn();
            }
        });
    }
}

customElements.define("streak-points", StreakPoints);
