import { html, nothing, render } from "./lit-html.js";
import { client, news } from "./client.js";
import { sheet } from "./style.js";
import { words } from "./words.js";

const STALE_MILLIS = 30_000;
const MOMENT_MILLIS = 1500;
const LONGEST_PAUSE_MILLIS = 60_000;
const SECOND_MILLIS = 1000;
const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 3_600_000;

/** What all parts have in common: they load, show every state, and load again when something has happened. */
export class Part extends HTMLElement {
    static observedAttributes = ["api", "lang", "pictures"];

    /** What the API answered; null until it has. */
    data = null;
    failure = null;

    /** What names this part, a key of the words. */
    heading = "";

    /** What a screen reader is told. */
    said = "";

    #loading = 0;
    #failures = 0;
    #loadedAt = -Infinity;
    /** Whose data are shown. */
    #learner = "";
    #again = 0;
    #pause = 0;

    /** What the learner wanted, as long as it is tried again. */
    #undone = null;

    #soon = 0;
    #tick = 0;
    #gone = null;

    connectedCallback() {
        if (this.shadowRoot === null) {
            this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
        }
        this.#gone = new AbortController();
        const { signal } = this.#gone;
        news.addEventListener("who", () => this.#meet(), { signal });
        news.addEventListener("words", () => this.begin(), { signal });
        news.addEventListener("signed", () => this.#changed(), { signal });
        news.addEventListener("day", () => this.load(), { signal });
        addEventListener("online", () => this.load(), { signal });
        document.addEventListener("visibilitychange", () => this.#comeBack(), { signal });
        queueMicrotask(() => this.begin()); // so that a host may set the token and more
    }

    disconnectedCallback() {
        this.#loading++; // what is under way is not shown any more
        this.#gone.abort();
        clearTimeout(this.#again);
        clearTimeout(this.#soon);
        clearTimeout(this.#tick);
    }

    attributeChangedCallback() {
        if (this.#gone !== null) {
            this.begin();
        }
    }

    get api() {
        return client(this.getAttribute("api"));
    }

    /** Loads for another learner, from another address or in another language. */
    async begin() {
        try {
            const language = this.closest("[lang]")?.lang || document.documentElement.lang || navigator.language;
            this.api.language = language;
            this.words = await words(language);
        } catch {
            this.words ??= { say: () => "", language: "en" }; // offline, with nothing to say yet
            this.failure = { kind: "offline", seconds: 0 };
        }
        this.draw();
        await this.load();
    }

    /** Asks the API; an answer that another question has overtaken is not shown. */
    async load() {
        const turn = ++this.#loading;
        try {
            const data = await this.read();
            if (turn === this.#loading) {
                this.#loadedAt = performance.now();
                this.#learner = this.api.learner;
                this.data = data;
                if (this.#undone === null) {
                    this.#passed();
                }
                this.draw();
                this.drawn();
            }
        } catch (failure) {
            if (turn === this.#loading) {
                this.data = this.#learner === this.api.learner ? this.data : null;
                this.fail(failure);
            }
        }
    }

    /** Shows a failure. What passes by itself is tried again, not before the API wants to be asked. */
    fail(failure) {
        if (failure.kind === undefined) {
            console.error(failure);
        }
        this.failure = failure;
        this.#failures++;
        clearTimeout(this.#again);
        if (passes(failure)) {
            this.#pause = Math.max(failure.seconds * 1000, Math.min(LONGEST_PAUSE_MILLIS, 1000 * 2 ** this.#failures));
            this.#again = setTimeout(() => this.#retry(), this.#pause);
        }
        if (failure.kind === "login") {
            this.emit("streak-login");
        }
        this.draw();
    }

    #passed() {
        clearTimeout(this.#again);
        this.#failures = 0;
        this.failure = null;
    }

    #retry() {
        return this.#undone === null ? this.load() : this.act(this.#undone);
    }

    /** Does something that the learner wants; fails as loading does. */
    async act(action) {
        try {
            await action();
            if (this.#undone === action) {
                this.#undone = null;
                this.#passed();
                this.draw();
            }
        } catch (failure) {
            this.#undone = passes(failure) ? action : null;
            this.fail(failure);
        }
    }

    /** Draws anew while time runs to an end, and then does something: every second in the last hour, else each minute. */
    countTo(end, over = () => {}) {
        clearTimeout(this.#tick);
        const left = Date.parse(end) - this.api.now;
        if (left <= 0) {
            this.#tick = setTimeout(over, SECOND_MILLIS + 4 * SECOND_MILLIS * Math.random()); // not all at once
        } else if (left > 0) {
            const pause = left > HOUR_MILLIS ? MINUTE_MILLIS : SECOND_MILLIS;
            this.#tick = setTimeout(() => { this.draw(); this.countTo(end, over); }, Math.min(pause, left + 200));
        }
    }

    emit(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }

    say(key, values) {
        return this.words.say(key, values);
    }

    draw() {
        if (this.words === undefined) {
            return;
        }
        const shown = this.data === null ? this.failure === null ? this.loading() : nothing : this.view();
        render(html`
            <section class="card ${this.localName}" lang=${this.words.language} aria-label=${this.say(this.heading)}
                     aria-busy=${this.data === null && this.failure === null}>
                ${this.data?.degraded ? html`<p class="notice">${this.say("state.degraded")}</p>` : nothing}
                ${this.#notice()}
                ${shown}
                <p class="unseen" role="status">${this.said}</p>
            </section>`, this.shadowRoot);
    }

    /** What stands where data will be, as high as they will be. */
    loading() {
        return this.waiting("");
    }

    /** @param size a class of the style, as high as this part is */
    waiting(size) {
        return html`<div class="wait ${size}"><p class="unseen">${this.say("state.loading")}</p></div>`;
    }

    /** Called after new data are drawn. */
    drawn() {}

    /** The learner has signed in or made up a day. It reaches the ledger a moment after it is answered. */
    #changed() {
        this.load();
        clearTimeout(this.#soon);
        this.#soon = setTimeout(() => this.load(), MOMENT_MILLIS);
    }

    #notice() {
        if (this.failure === null) {
            return nothing;
        }
        const [key, action] = this.failure.kind === "login"
            ? ["page.log-in", () => this.emit("streak-login", { wanted: true })]
            : ["state.again", () => this.#retry()];
        return html`
            ${this.data === null ? html`<h2>${this.say(this.heading)}</h2>` : nothing}
            <div class="notice" role="alert">
                <p>${this.explained(this.failure)}</p>
                <button class="plain" @click=${action}>${this.say(key)}</button>
            </div>`;
    }

    /** Why something has failed, for people. */
    explained({ kind, problem, code, message }) {
        if (kind === "problem" && problem) {
            const known = [`problem.${problem}.${code}`, `problem.${problem}`].find(key => this.words.has(key));
            return known ? this.say(known) : message;
        }
        return this.say(`state.${kind ?? "problem"}`, { time: this.words.duration?.(this.#pause) });
    }

    /** Another learner sees nothing of the one before; a learner who had to log in again goes on. */
    #meet() {
        if (this.failure?.kind !== "login") {
            this.data = null;
        }
        this.#loading++;
        this.#undone = null;
        this.failure = null;
        this.said = "";
        this.begin();
    }

    #comeBack() {
        if (!document.hidden && performance.now() - this.#loadedAt > STALE_MILLIS) {
            this.load();
        }
    }
}

const passes = ({ kind }) => ["offline", "wait"].includes(kind);

const icon = (path, classes = "") =>
    html`<svg class="icon ${classes}" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;

export const flame = icon("M12.6 1.5c.5 3.2-1 5-2.7 6.8C7.8 10.5 5 12.7 5 16.2 5 20.1 8.1 23 12 23s7-2.9 7-6.8"
    + "c0-3.1-1.5-5.3-2.7-6.9-.3 1.6-1 2.5-2 3C14.9 8.2 14.8 4.3 12.6 1.5z", "flame");

export const check = icon("M9.3 18.2 3.5 12.4l1.9-1.9 3.9 3.9 9.3-9.3 1.9 1.9z");

export const star = icon("m12 2.5 2.9 6.1 6.7.9-4.9 4.6 1.2 6.7-5.9-3.3-5.9 3.3 1.2-6.7L2.4 9.5l6.7-.9z");

export const up = icon("M12 5l7 12H5z");

export const down = icon("M12 19 5 7h14z");

/** Around what is celebrated. */
export const rays = icon("M12 3V0M12 24v-3M3 12H0M24 12h-3M5.6 5.6 3.5 3.5M20.5 20.5l-2.1-2.1M5.6 18.4l-2.1 2.1M20.5 3.5l-2.1 2.1", "rays");

export { html, nothing, render };
