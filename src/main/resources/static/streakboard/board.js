import { ahead, celebrate, glide, passed } from "./moment.js";
import { down, html, nothing, Part, up } from "./part.js";
import { campaigns, pin, prizes, row, soon, standing } from "./ranks.js";
import { follow } from "./stream.js";

const RADIUS = 2;

const WEEK_MILLIS = 7 * 86_400_000;

/** How long the surroundings of the own rank stay before they are asked for again. */
const PAUSE_MILLIS = 3000;

/** A board: its top, the learner who looks, and who is near. It goes on by itself while it is in view. */
class StreakBoard extends Part {
    static observedAttributes = [...Part.observedAttributes, "board", "period", "partition", "top", "history"];

    heading = "view.board";

    #chosen = {};
    #inView = false;
    #stream = null;
    #watch = new IntersectionObserver(([seen]) => {
        this.#inView = seen.isIntersecting;
        this.#follow();
    });
    #hide = () => this.#follow();
    #soon = 0;

    connectedCallback() {
        super.connectedCallback();
        this.#watch.observe(this);
        document.addEventListener("visibilitychange", this.#hide);
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#watch.disconnect();
        document.removeEventListener("visibilitychange", this.#hide);
        this.#inView = false;
        this.#leave();
        clearTimeout(this.#soon);
    }

    attributeChangedCallback(...change) {
        this.#chosen = {};
        super.attributeChangedCallback(...change);
    }

    /** What is shown: by the learner's choice, else by the attributes. */
    #wanted(name, otherwise) {
        return this.#chosen[name] ?? this.getAttribute(name) ?? otherwise;
    }

    get #board() {
        return this.#wanted("board", "points");
    }

    get #period() {
        return this.#wanted("period", "current");
    }

    #path(route, more = {}) {
        const asked = { [this.#board === "points" ? "season" : "period"]: this.#period, ...more };
        const partition = this.#wanted("partition", "");
        if (partition) {
            asked.partition = partition;
        }
        return `/api/boards/${encodeURIComponent(this.#board)}/${route}?${new URLSearchParams(asked)}`;
    }

    async read() {
        const partition = this.#wanted("partition", "");
        const [rules, boards, editions, top] = await Promise.all([
            this.api.rules(), this.api.get("/api/boards"),
            this.api.get(`/api/boards/${encodeURIComponent(this.#board)}/editions${partition ? `?partition=${encodeURIComponent(partition)}` : ""}`),
            this.api.get(this.#path("top", this.#size))]);
        return { rules, boards: boards.items, editions, ...top, near: await this.#near(top) };
    }

    get #size() {
        return this.hasAttribute("top") ? { size: this.getAttribute("top") } : {};
    }

    /** Who is around the learner, unless the top shows it. */
    async #near({ me, items }) {
        const last = items.at(-1)?.rank ?? 0;
        return me === null || me.rank <= last ? []
            : (await this.api.get(this.#path("around/me", { radius: RADIUS }))).items.filter(item => item.rank > last);
    }

    drawn() {
        this.#leave();
        this.#follow();
        pin(this);
        const begin = this.#shown?.startsAt;
        Date.parse(begin) > this.api.now ? this.countTo(begin, () => this.load()) : this.countTo(this.data.edition.endsAt);
    }

    /** A past edition does not change any more, and nobody looks at a hidden one. */
    #follow() {
        const wanted = this.#inView && !document.hidden && this.data !== null && this.#period === "current";
        if (!wanted) {
            this.#leave();
        } else if (this.#stream === null) {
            this.#stream = new AbortController();
            follow(this.api, this.#path("updates"), (event, data) => this.#take(event, data), this.#stream.signal);
        }
    }

    #leave() {
        this.#stream?.abort();
        this.#stream = null;
    }

    /** A list that has been gone on in stays as it is below the first page, less who has risen into it. */
    #take(event, data) {
        if (event === "top") {
            const items = data.items.slice(0, this.getAttribute("top") ?? undefined);
            const more = this.data.more ? this.data.items.filter(({ member }) => !items.some(item => item.member === member)) : [];
            this.data = { ...this.data, ...data, items: [...items, ...more] };
        } else if (event === "me") {
            const { me, items, near } = this.data;
            celebrate(this, passed(this, { me, items: [...items, ...near] }, { me: data }));
            this.data = { ...this.data, me: data };
        }
        glide(this.shadowRoot, () => this.draw());
        pin(this);
        this.#soon ||= setTimeout(() => this.act(async () => {
            this.#soon = 0;
            await this.#lookAround();
        }), PAUSE_MILLIS);
    }

    /** Asks who is around the learner; what came meanwhile stays, and if it is another board, the answer is dropped. */
    async #lookAround() {
        const asked = this.data && this.#path("top");
        const near = asked && await this.#near(this.data);
        if (near && this.data && asked === this.#path("top")) {
            this.data = { ...this.data, near };
            this.draw();
        }
    }

    view() {
        const { title, edition, total, me, next, near, degraded } = this.data;
        const own = this.#own;
        const items = this.data.items.filter(({ member }) => member === own || member !== this.api.learner);
        return html`
            <header class="choice">
                <h2><bdi>${this.words.label(title)}</bdi></h2>
                ${this.#choices()}
            </header>
            <p class="muted">${this.say("board.total", { n: total })}
                <span class="count">${this.#ends()}</span></p>
            ${this.#period !== "current" ? nothing : html`
                ${this.#board === "points" ? campaigns(this, this.data.rules) : nothing}
                ${prizes(this, this.#shown?.prizes)}`}
            ${items.length === 0 && !degraded ? html`<p class="empty">${this.say("board.empty")}</p>` : nothing}
            <table class="ranks">
                <caption class="unseen">${this.words.label(title)}, ${this.words.period(edition.period)}</caption>
                <thead class="unseen"><tr><th scope="col">${this.say("board.place")}</th>
                    <th scope="col">${this.say("board.trend")}</th><th scope="col">${this.say("board.name")}</th>
                    <th scope="col">${this.say("board.score")}</th></tr></thead>
                <tbody>${items.map(item => this.#row(item, own))}</tbody>
                ${near.length === 0 ? nothing : html`
                    <tbody class="near" aria-label=${this.say("board.near")}>
                        <tr aria-hidden="true"><td colspan="4">⋮</td></tr>
                        ${near.map(item => this.#row(item, own))}</tbody>`}
            </table>
            ${next && !this.hasAttribute("top") ? html`<button class="plain" @click=${() => this.act(() => this.#goOn())}>${this.say("state.more")}</button>` : nothing}
            ${standing(this, me, this.#ahead())}`;
    }

    loading() {
        return this.waiting("board");
    }

    /** Of the board of points: the scores of others follow other rules. */
    #ahead() {
        const { me, items, near, rules } = this.data;
        const above = [...items, ...near].findLast(({ rank }) => rank < me?.rank);
        return above && this.#board === "points" && this.#period === "current" ? html`<p>${ahead(this, rules, me.score, above)}</p>` : nothing;
    }

    #choices() {
        const { boards, editions, edition } = this.data;
        const shown = this.#shown;
        const selected = edition.period === shown?.current ? "current" : edition.period;
        const periods = editions.periods.map(({ period }) => period).filter(period => period !== shown?.current);
        return html`
            ${this.hasAttribute("board") || boards.length < 2 ? nothing : this.#select("board.board", "board", this.#board,
                boards.map(each => [each.board, `${this.words.label(each.title)} ${this.#when(each)}`.trim()]))}
            ${!shown?.partitioned ? nothing : this.#select("board.partition", "partition", edition.partition ?? "",
                [["", this.say("board.whole")], ...editions.partitions.map(name => [name, name])])}
            ${periods.length === 0 || this.getAttribute("history") === "off" ? nothing : this.#select("board.period", "period", selected,
                [["current", this.say("board.current")], ...periods.map(period => [period, this.words.period(period)])])}`;
    }

    get #shown() {
        return this.data.boards.find(each => each.board === this.#board);
    }

    /** Says so if a board begins or ends within a week. */
    #when({ startsAt, endsAt }) {
        const found = Object.entries({ from: startsAt, until: endsAt }).find(([, instant]) => {
            const left = Date.parse(instant) - this.api.now;
            return left > 0 && left < WEEK_MILLIS;
        });
        return found ? soon(this, ...found, this.data.rules.zone) : "";
    }

    #select(label, name, value, options) {
        return html`
            <select aria-label=${this.say(label)} @change=${event => this.#choose(name, event.target.value)}>
                ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}
            </select>`;
    }

    #choose(name, value) {
        this.#chosen = name === "board" ? { board: value } : { ...this.#chosen, [name]: value };
        this.#leave();
        this.load();
    }

    /** The member that is the learner. Live updates are the same for all: hidden learners are found by rank there. */
    get #own() {
        const [first, ...others] = this.data.items.filter(({ rank }) => rank === this.data.me?.rank);
        return others.length === 0 && first?.member.startsWith("~") ? first.member : this.api.learner;
    }

    #row(item, own) {
        const mine = item.member === own && this.data.me !== null;
        return row(this, item, mine, html`<td class="trend">${this.#trend(item)}</td>`);
    }

    #trend({ trend, delta }) {
        if (trend === "UP" || trend === "DOWN") {
            const ranks = Math.abs(delta);
            return html`<span class=${trend === "UP" ? "rose" : "fell"}>${trend === "UP" ? up : down}<span aria-hidden="true">${this.words.number(ranks)}</span>
                <span class="unseen">${this.say(`trend.${trend}`, { n: ranks })}</span></span>`;
        }
        return trend === "NEW" && this.#newSaysSomething ? html`<span class="new">${this.say("trend.NEW")}</span>` : nothing;
    }

    /** Not where most are new. */
    get #newSaysSomething() {
        const { items } = this.data;
        return items.filter(({ trend }) => trend === "NEW").length * 2 < items.length;
    }

    #ends() {
        const when = this.#shown ? this.#when(this.#shown) : "";
        const left = this.#shown?.resetsAt ? Date.parse(this.data.edition.endsAt) - this.api.now : 0;
        const said = when || left > 0 && this.say("board.resets", { time: this.words.duration(left) });
        return said && this.#period === "current" ? `· ${said}` : "";
    }

    async #goOn() {
        const { next } = this.data;
        const page = await this.api.get(this.#path("top", { cursor: next }));
        if (this.data?.next !== next) {
            return; // another board was chosen
        }
        const known = this.data.items;
        const more = page.items.filter(({ member }) => !known.some(item => item.member === member));
        this.data = { ...this.data, more: true, items: [...known, ...more], next: page.next };
        await this.#lookAround();
    }
}

customElements.define("streak-board", StreakBoard);
