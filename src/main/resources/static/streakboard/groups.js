import { html, nothing, Part } from "./part.js";
import { pin, row, standing } from "./ranks.js";

/** More groups than a learner can be in by codes. */
const MOST = 100;

/**
 * The learner's groups: the ranking of one on the points board, and how to come into others. A host that gives the
 * address of its page for links, {@code invite}, opens it with the {@code code} after it.
 */
class StreakGroups extends Part {
    static observedAttributes = [...Part.observedAttributes, "code", "invite"];

    heading = "view.groups";

    #chosen = null;

    /** Whether the learner has asked to leave, and has still to say so again. */
    #leaving = false;

    /** The code that was copied. */
    #copied = null;

    /** What was refused, by the route that the form calls. */
    #refused = {};

    begin() {
        this.#leaving = false;
        this.#refused = {};
        return super.begin();
    }

    async read() {
        const [, { items: groups }] = await Promise.all([this.api.rules(), this.api.get(`/api/groups?limit=${MOST}`)]);
        const group = groups.find(({ id }) => id === this.#chosen) ?? groups[0];
        const ranking = group ? await this.api.get(`/api/groups/${group.id}/boards/points`) : null;
        return { groups, group, ranking, degraded: ranking?.degraded };
    }

    drawn() {
        pin(this);
    }

    view() {
        const { groups, group } = this.data;
        return html`
            ${group ? this.#group() : html`<h2>${this.say("view.groups")}</h2><p class="empty">${this.say("groups.empty")}</p>`}
            <div class="ways">
                ${this.#form("/api/groups/join", "code", "groups.code", "groups.join", { autocapitalize: "none", maxlength: 40 })}
                ${this.#form("/api/groups", "name", "groups.name", "groups.make", { autocapitalize: "sentences", maxlength: 60 })}
            </div>
            ${groups.length === MOST ? html`<p class="muted">${this.say("groups.first", { n: MOST })}</p>` : nothing}`;
    }

    loading() {
        return this.waiting("board");
    }

    #group() {
        const { groups, group, ranking } = this.data;
        return html`
            <header class="choice">
                <h2><bdi>${group.name}</bdi></h2>
                ${groups.length < 2 ? nothing : html`
                    <select aria-label=${this.say("groups.group")} @change=${event => this.#choose(Number(event.target.value))}>
                        ${groups.map(({ id, name }) => html`<option value=${id} ?selected=${id === group.id}>${name}</option>`)}
                    </select>`}
            </header>
            <p class="muted">${this.say("groups.members", { n: group.members })}
                ${ranking.items.length === 0 ? nothing : this.say("groups.ranked", { n: ranking.items.length, board: this.words.label(ranking.title) })}
                ${group.code === null ? this.say("groups.kept") : nothing}</p>
            ${this.#ranking()}
            ${ranking.items.length === 0 ? nothing : this.#mine()}
            ${group.code === null ? nothing : this.#invitation()}`;
    }

    #ranking() {
        const { items, title } = this.data.ranking;
        const banded = items.some(({ band }) => band !== null);
        return items.length === 0 ? html`<p class="empty">${this.say("groups.nobody")}</p>` : html`
            ${banded ? html`<p class="muted">${this.say("groups.banded")}</p>` : nothing}
            <table class="ranks">
                <caption class="unseen">${this.data.group.name}, ${this.words.label(title)}</caption>
                <thead class="muted"><tr>${banded ? nothing : html`<th scope="col">${this.say("board.place")}</th>`}
                    <th scope="col">${this.say("board.name")}</th>
                    <th scope="col">${this.say("groups.overall")}</th>
                    ${banded ? nothing : html`<th scope="col">${this.say("board.score")}</th>`}</tr></thead>
                <tbody>${items.map(item => this.#row(item))}</tbody>
            </table>`;
    }

    #row(item) {
        const { overall, band, member } = item;
        return row(this, item, member === this.api.learner, nothing,
            html`<td class="overall">${band === null ? this.say("board.rank", { n: overall }) : this.say("groups.band", { n: band })}</td>`);
    }

    #mine() {
        const { me } = this.data.ranking;
        return standing(this, me, me ? html`<p>${this.say("groups.of-all", { n: me.overall })}</p>` : nothing);
    }

    #invitation() {
        const { group } = this.data;
        return html`
            <div class="row">
                <label class="field">${this.say("groups.invite")}
                    <input class="code" readonly size="16" .value=${group.code} @focus=${event => event.target.select()}></label>
                <button class="plain" @click=${() => this.#invite()}>${this.say(this.#copied === group.code ? "groups.copied"
                    : this.hasAttribute("invite") ? "groups.share" : "groups.copy")}</button>
                ${group.role !== "owner" ? nothing : html`
                    <button class="plain" @click=${() => this.#change(`/api/groups/${group.id}/code`, undefined, "groups.renewed")}>
                        ${this.say("groups.renew")}</button>`}
                <button class="plain" aria-describedby=${this.#leaving ? "sure" : nothing} @click=${() => this.#leave()}>
                    ${this.say(this.#leaving ? "groups.leave-now" : "groups.leave")}</button>
            </div>
            <p class=${this.#leaving ? "muted" : "unseen"} id="sure" role="status">${this.#leaving ? this.say("groups.sure", { name: group.name }) : ""}</p>`;
    }

    #form(path, field, label, action, { autocapitalize, maxlength }) {
        const refused = this.#refused[path];
        return html`
            <form class="row" @submit=${event => this.#submit(event, path, field)}>
                <label class="field">${this.say(label)}
                    <input name=${field} required .defaultValue=${this.getAttribute(field) ?? ""} maxlength=${maxlength} autocomplete="off" autocapitalize=${autocapitalize} spellcheck="false"
                           aria-invalid=${refused !== undefined} aria-describedby=${refused ? `no-${field}` : nothing}></label>
                <button class="plain">${this.say(action)}</button>
                <p class="refused" id="no-${field}" role="alert">${refused ?? nothing}</p>
            </form>`;
    }

    /** As it may have been written down: in large letters or with spaces. */
    #submit(event, path, field) {
        event.preventDefault();
        const form = event.target;
        const typed = new FormData(form).get(field).trim();
        const value = field === "code" ? typed.toLowerCase().replaceAll(/[\s-]/g, "") : typed;
        return this.#change(path, { [field]: value }, "groups.entered", () => {
            this.removeAttribute(field);
            form.reset();
        });
    }

    /** Each of these calls may be made again. What is refused is said where it was asked for. */
    #change(path, body, said, done = () => {}) {
        return this.act(async () => {
            this.#refused = {};
            try {
                const group = await this.api.send("POST", path, body);
                this.#chosen = group.id;
                this.said = this.say(said, { name: group.name });
                done();
            } catch (failure) {
                if (failure.kind !== "problem" || body === undefined) {
                    throw failure;
                }
                this.#refused = { [path]: this.#why(failure, body) };
                this.draw();
                return;
            }
            await this.load();
        });
    }

    #why(failure, { code }) {
        return !["not-found", "invalid-request"].includes(failure.problem) ? this.explained(failure)
            : this.say(code === undefined ? "groups.misnamed" : "groups.unknown");
    }

    #choose(id) {
        this.#chosen = id;
        this.#leaving = false;
        this.load();
    }

    #leave() {
        if (!this.#leaving) {
            this.#leaving = true;
            this.draw();
            return;
        }
        const { id, name } = this.data.group;
        this.act(async () => {
            await this.api.send("DELETE", `/api/groups/${id}/members/me`);
            this.#leaving = false;
            this.said = this.say("groups.left", { name });
            await this.load();
        });
    }

    /** By a link, where the host has one, and by what the device shares with; else what is selected is copied. */
    async #invite() {
        const { name, code } = this.data.group;
        const url = this.hasAttribute("invite") ? this.getAttribute("invite") + code : null;
        if (url && navigator.share) {
            return navigator.share({ title: this.say("groups.invitation", { name }), url }).catch(() => {});
        }
        this.shadowRoot.querySelector(".code").select();
        await navigator.clipboard?.writeText(url ?? code).then(() => {
            this.#copied = code;
            this.said = this.say("groups.copied");
        }, () => {}); // without permission, or over plain HTTP, the learner can still copy the code
        this.draw();
    }
}

customElements.define("streak-groups", StreakGroups);
