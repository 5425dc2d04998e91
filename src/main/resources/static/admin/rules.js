import { request } from "./api.js";
import { html, nothing, render } from "./lit-html.js";
import { differences, escaped, instant, mergePatch, patched, properties, same, yaml } from "./rule-document.js";
import { KINDS } from "./rule-fields.js";
import { forgetTyped, forms, idOf, lead, summary } from "./rule-forms.js";
import { token } from "./token.js";
import { words } from "./words.js";

const ADMIN = "../admin";
const RULEBOOK = "../api/rulebook";
const MERGE_PATCH = { "Content-Type": "application/merge-patch+json" };
const DRAFT = "streakboard.rules";
const LANGUAGE = "streakboard.admin.language";
const CHECK_AFTER_MILLIS = 400;
const REFRESH_MILLIS = 5_000;
const HISTORY = 10;

const TABS = [...Object.keys(KINDS), "xapi"];

/** What is shown. `rulebook` is in force, `draft` is what the admin makes of it. */
const page = {
    words: null,
    zone: "UTC",
    rulebook: null,
    base: null,
    draft: null,
    violations: [],
    effects: [],
    checking: false,
    tab: "types",
    reason: "",
    when: "",
    problem: null,
    said: "",
    asked: null,
    history: [],
    next: null,
    compared: null,
    get locked() {
        return page.rulebook.source === "CONFIGURATION";
    },
    get changed() {
        return !same(page.base, page.draft);
    },
    change,
    draw,
};

let timer = 0;
let checks = 0;

const say = (key, values) => page.words.say(key, values);

const timeOf = at => page.words.time(at, page.zone, { dateStyle: "medium", timeStyle: "short" });

/** A draft outlives a reload of the tab. */
function change(draft) {
    page.draft = draft;
    page.said = "";
    sessionStorage.setItem(DRAFT, JSON.stringify({ version: page.rulebook.version, base: page.base, draft }));
    draw();
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_AFTER_MILLIS);
}

/** Asks what a draft would do; an answer that another draft has overtaken is not shown. */
async function check() {
    const turn = ++checks;
    if (!page.changed) {
        Object.assign(page, { violations: [], effects: [], checking: false });
        return draw();
    }
    page.checking = true;
    draw();
    const found = await tried(() => request(`${RULEBOOK}/check`, page.draft));
    if (turn === checks) {
        Object.assign(page, { checking: false, ...found });
        draw();
    }
}

/** What a request answers; a failure is shown. */
async function tried(ask) {
    try {
        return await ask();
    } catch (failure) {
        if (failure.refused) {
            token.forget();
            location.assign(ADMIN);
        }
        page.problem = failure.message;
        if (failure.errors?.length > 0) {
            page.violations = failure.errors.map(({ field, message, code }) => ({ path: field, message, code }));
        }
        draw();
        return undefined;
    }
}

/** Reads what is in force. An admin who has changed nothing goes on with it; others are told. */
async function load() {
    const rulebook = await tried(() => request(RULEBOOK));
    if (rulebook === undefined) {
        return;
    }
    const first = page.rulebook === null;
    const other = page.rulebook?.version !== rulebook.version;
    const clean = first || !page.changed;
    page.rulebook = rulebook;
    if (clean) {
        page.base = rulebook.document;
        page.draft = rulebook.document;
    }
    if (first) {
        restoreDraft();
    }
    draw();
    if (other) {
        await loadHistory();
    }
}

function restoreDraft() {
    const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
    if (kept !== null && !page.locked) {
        page.draft = patched(page.base, mergePatch(kept.base, kept.draft));
        check();
    }
}

function discard() {
    sessionStorage.removeItem(DRAFT);
    forgetTyped();
    Object.assign(page, { base: page.rulebook.document, draft: page.rulebook.document, reason: "", when: "", problem: null });
    check();
}

/** Puts what the admin has changed onto what others have published since. */
function rebase() {
    const patch = mergePatch(page.base, page.draft);
    page.base = page.rulebook.document;
    page.problem = null;
    change(patched(page.base, patch));
}

async function publish(event) {
    event.preventDefault();
    page.problem = null;
    const query = new URLSearchParams({ reason: page.reason.trim() });
    if (page.when !== "") {
        query.set("validFrom", instant(page.when, page.zone));
    }
    const version = await tried(() => request(`${RULEBOOK}?${query}`, mergePatch(page.base, page.draft), "PATCH",
        { ...MERGE_PATCH, "If-Match": `"${page.rulebook.version}"` }));
    if (version !== undefined) {
        discardWith(say("rules.published", { version: version.version, time: timeOf(version.validFrom) }));
    }
    await load();
}

function discardWith(said) {
    discard();
    page.said = said;
    draw();
}

async function withdraw(version) {
    if (page.asked !== version) {
        page.asked = version;
        return draw();
    }
    page.asked = null;
    page.problem = null;
    const done = await tried(() => request(`${RULEBOOK}/versions/${version}`, undefined, "DELETE").then(() => true));
    if (done) {
        page.said = say("rules.withdrawn", { version });
    }
    await load();
    return loadHistory();
}

async function loadHistory(cursor) {
    const query = new URLSearchParams({ limit: HISTORY, ...cursor && { cursor } });
    const found = await tried(() => request(`${RULEBOOK}/versions?${query}`));
    if (found !== undefined) {
        page.history = cursor ? [...page.history, ...found.items] : found.items;
        page.next = found.next;
        draw();
    }
}

const documentOf = version => request(`${RULEBOOK}/versions/${version}`).then(({ document }) => document);

/** Shows what a version changed: the one before it that was not withdrawn is what it was made of. */
async function compare({ version }) {
    if (page.compared?.version === version) {
        page.compared = null;
        return draw();
    }
    const former = page.history.find(each => each.version < version && each.withdrawnAt === null);
    const documents = await tried(async () => [former ? await documentOf(former.version) : {}, await documentOf(version)]);
    page.compared = documents && { version, documents };
    return draw();
}

/**
 * A former version becomes the draft, so that its effects are seen before it is published. Rules of properties have no
 * draft: they are restored at once, when the admin has pressed twice.
 */
async function restore({ version }) {
    if (page.locked) {
        return restoreAtOnce(version);
    }
    const document = await tried(() => documentOf(version));
    if (document !== undefined) {
        forgetTyped();
        page.reason = say("rules.restores", { version });
        page.base = page.rulebook.document;
        change(document);
        window.document.getElementById("changes").scrollIntoView();
    }
}

async function restoreAtOnce(version) {
    if (page.asked !== version) {
        page.asked = version;
        return draw();
    }
    Object.assign(page, { asked: null, problem: null });
    const restored = await tried(() => request(RULEBOOK, { restore: version, reason: say("rules.restores", { version }) }));
    if (restored !== undefined) {
        page.said = say("rules.published", { version: restored.version, time: timeOf(restored.validFrom) });
    }
    await load();
    return loadHistory();
}

/* ---- what is drawn ---- */

function draw() {
    document.documentElement.lang = page.words.language;
    document.title = `Streakboard · ${say("rules.title")}`;
    render(html`
        <header>
            <h1>Streakboard</h1>
            <nav><a href=${ADMIN}>${say("rules.operations")}</a> <a href="rules" aria-current="page">${say("rules.title")}</a></nav>
            <p id="status" role="status">${page.checking ? say("rules.checking") : page.said}</p>
            <button class="plain" lang=${other()} @click=${() => speak(other())}>${say("rules.language")}</button>
        </header>
        ${page.problem === null ? nothing : html`<p id="problem" role="alert">${page.problem}</p>`}
        <main>${page.rulebook === null ? html`<p class="quiet">${say("rules.loading")}</p>` : [inForce(), editor(), outcome(), past()]}</main>`,
    document.body);
}

const other = () => page.words.name === "en" ? "zh" : "en";

async function speak(language) {
    localStorage.setItem(LANGUAGE, language);
    page.words = await words(language);
    draw();
}

function inForce() {
    const { version, validFrom, pending } = page.rulebook;
    const isFirst = version === 1;
    return html`
        <section aria-labelledby="force-title">
            <h2 id="force-title">${say("rules.in-force", { version })}</h2>
            <p class="quiet">${isFirst ? say("rules.from-the-first-start") : say("rules.since", { time: timeOf(validFrom) })}
                ${say("rules.times", { zone: page.zone })}</p>
            ${pending === null ? nothing : html`
                <p class="wait">${say("rules.pending", { version: pending.version, time: timeOf(pending.validFrom) })}
                    <button class="plain danger" @click=${() => withdraw(pending.version)}>
                        ${say(page.asked === pending.version ? "rules.withdraw-really" : "rules.withdraw")}</button></p>`}
            ${page.locked ? html`<p>${say("rules.in-configuration")}</p>` : nothing}
        </section>`;
}

function editor() {
    return html`
        <section aria-labelledby="rules-title">
            <h2 id="rules-title">${say("rules.title")}</h2>
            <div class="tabs" role="tablist" aria-labelledby="rules-title" @keydown=${move}>
                ${TABS.map(tab => html`
                    <button role="tab" id="tab-${tab}" aria-controls="panel" aria-selected=${tab === page.tab} tabindex=${tab === page.tab ? 0 : -1}
                            @click=${() => choose(tab)}>${say(`kind.${tab}`)}${wrongIn(tab) ? html`<span class="bad" aria-label=${say("rules.mistake")}> !</span>` : nothing}</button>`)}
            </div>
            <div role="tabpanel" id="panel" aria-labelledby="tab-${page.tab}" tabindex="0">
                <p class="quiet">${say(`${page.tab}.about`)}</p>
                ${page.tab === "xapi" ? whole() : forms(page.tab, page)}
            </div>
        </section>`;
}

const wrongIn = tab => page.violations.some(({ path }) => path === `/${tab}` || path.startsWith(`/${tab}/`));

function choose(tab) {
    page.tab = tab;
    draw();
}

/** Arrows move between tabs, as in other programs. */
function move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) {
        choose(TABS.at((TABS.indexOf(page.tab) + step) % TABS.length));
        document.getElementById(`tab-${page.tab}`).focus();
    }
}

/** The mapping of xAPI statements has no form: whoever writes it reads JSON. */
function whole() {
    const read = ({ target }) => {
        try {
            const { xapi, ...rest } = page.draft;
            change(target.value.trim() === "" ? rest : { ...rest, xapi: JSON.parse(target.value) });
            target.setCustomValidity("");
        } catch (failure) {
            target.setCustomValidity(failure.message);
            target.reportValidity();
        }
    };
    return html`
        <div class="field">
            <label for=${idOf("/xapi")}>${say("xapi.json")}</label>
            <textarea id=${idOf("/xapi")} rows="18" spellcheck="false" ?disabled=${page.locked}
                      .value=${JSON.stringify(page.draft.xapi ?? {}, null, 2)} @change=${read}></textarea>
        </div>`;
}

/** What would change, what comes of it, and the way to publish it; or the YAML of the properties. */
function outcome() {
    if (page.locked) {
        return html`
            <section aria-labelledby="yaml-title">
                <h2 id="yaml-title">${say("rules.yaml")}</h2>
                <p class="quiet">${say("rules.yaml-about")}</p>
                <pre id="yaml" tabindex="0">${yaml(properties(page.rulebook.document))}</pre>
                <button class="plain" @click=${copy}>${say("rules.copy")}</button>
            </section>`;
    }
    const behind = !same(page.base, page.rulebook.document);
    return html`
        <section id="changes" aria-labelledby="changes-title">
            <h2 id="changes-title">${say("rules.changes")}</h2>
            ${page.changed ? [changes(page.base, page.draft), findings(), behind ? others() : publication()]
                : html`<p class="quiet">${say("rules.no-changes")}</p>`}
        </section>`;
}

const changes = (from, to) => html`
    <ul class="changes">${differences(from, to).flatMap(spread).map(({ path, before, after }) => html`
        <li><b>${pathSaid(path)}</b> ${before === undefined ? html`<ins>${saidOf(path, after, to)}</ins>`
            : after === undefined ? html`<del>${saidOf(path, before, from)}</del>`
                : html`<del>${said(before)}</del> → <ins>${said(after)}</ins>`}</li>`)}</ul>`;

/** A whole entry is told as its forms tell it. */
function saidOf(path, value, document) {
    const [, kind, name, ...rest] = path.split("/");
    return KINDS[kind]?.key !== undefined && rest.length === 0 ? summary(kind, name, { ...view(), draft: document }) : said(value);
}

const view = () => ({ words: page.words, zone: page.zone });

/** A whole kind of rules that is new or gone is told by its entries. */
const spread = each => each.path.split("/").length > 2 ? [each]
    : Object.keys({ ...each.before, ...each.after }).map(name => ({
        path: `${each.path}/${escaped(name)}`, before: each.before?.[name], after: each.after?.[name] }));

/** {@code /boards/cup/endsAt} as "Boards › cup › End". */
function pathSaid(path) {
    const [kind, ...rest] = path.slice(1).split("/").map(name => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const keyed = KINDS[kind]?.key !== undefined;
    const names = keyed ? rest.slice(0, 1) : [];
    const member = (keyed ? rest.slice(1) : rest).join(".");
    const word = `${kind}.${member}`;
    return [say(`kind.${kind}`), ...names, ...member === "" ? [] : [page.words.has(word) ? say(word) : member]].join(" › ");
}

const said = value => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)) ? timeOf(value)
    : typeof value === "object" ? Object.entries(value).map(([name, each]) => Array.isArray(value) ? said(each) : `${name} ${said(each)}`).join(", ")
        : String(value);

function findings() {
    return html`
        ${page.violations.length === 0 ? nothing : html`
            <h3 class="bad">${say("rules.mistakes", { n: page.violations.length })}</h3>
            <ul>${page.violations.map(({ path, message }) => html`
                <li><button class="link" @click=${() => goTo(path)}>${pathSaid(path)}</button> ${message}</li>`)}</ul>`}
        ${page.effects.length === 0 ? nothing : html`
            <h3>${say("rules.effects")}</h3>
            <ul id="effects" lang="en">${page.effects.map(({ path, detail }) => html`<li><b>${pathSaid(path)}</b>: ${detail}</li>`)}</ul>`}`;
}

function goTo(path) {
    const kind = path.split("/")[1];
    choose(TABS.includes(kind) ? kind : page.tab);
    lead(path);
}

const others = () => html`
    <p class="wait">${say("rules.others", { version: page.rulebook.version })}</p>
    <button @click=${rebase}>${say("rules.rebase")}</button>
    <button class="plain danger" @click=${discard}>${say("rules.discard")}</button>`;

const publication = () => html`
    <form id="publish" @submit=${publish}>
        <div class="field">
            <label for="reason">${say("rules.reason")}</label>
            <input id="reason" required maxlength="200" autocomplete="off" .value=${page.reason} @input=${event => { page.reason = event.target.value; }}
                   aria-describedby="reason-help">
            <p class="help" id="reason-help">${say("rules.reason.help")}</p>
        </div>
        <div class="field">
            <label for="when">${say("rules.when")}</label>
            <input id="when" type="datetime-local" .value=${page.when} @input=${event => { page.when = event.target.value; }} aria-describedby="when-help">
            <p class="help" id="when-help">${say("rules.when.help")}</p>
        </div>
        <div class="actions">
            <button ?disabled=${page.violations.length > 0 || page.checking || page.rulebook.pending !== null}>${say("rules.publish")}</button>
            <button type="button" class="plain danger" @click=${discard}>${say("rules.discard")}</button>
        </div>
        ${page.rulebook.pending === null ? nothing : html`<p class="quiet">${say("rules.wait-for-pending")}</p>`}
    </form>`;

function past() {
    return html`
        <section aria-labelledby="history-title">
            <h2 id="history-title">${say("rules.history")}</h2>
            <ul class="history">${page.history.map(version => html`
                <li>
                    <b>${say("rules.version", { version: version.version })}</b>
                    ${version.version === 1 ? say("rules.from-the-first-start") : timeOf(version.validFrom)}
                    ${version.withdrawnAt === null ? nothing : html`<span class="bad">${say("rules.was-withdrawn")}</span>`}
                    <span class="quiet">${[version.author ?? say("rules.by-properties"), version.reason].filter(each => each).join(": ")}</span>
                    <span class="actions">
                        <button class="plain" aria-expanded=${page.compared?.version === version.version} @click=${() => compare(version)}>${say("rules.difference")}</button>
                        ${version.version === page.rulebook.version ? nothing : html`
                            <button class="plain" @click=${() => restore(version)}>${say(page.asked === version.version ? "rules.restore-really" : "rules.restore")}</button>`}
                    </span>
                    ${page.compared?.version === version.version ? changes(...page.compared.documents) : nothing}
                </li>`)}</ul>
            ${page.next ? html`<button class="plain" @click=${() => loadHistory(page.next)}>${say("rules.more-versions")}</button>` : nothing}
        </section>`;
}

async function copy() {
    await navigator.clipboard.writeText(document.getElementById("yaml").textContent);
    page.said = say("rules.copied");
    draw();
}

async function begin() {
    page.words = await words(localStorage.getItem(LANGUAGE) ?? navigator.language);
    if (!token.known()) {
        return location.assign(ADMIN);
    }
    draw();
    page.zone = (await request("../info").catch(() => ({}))).zone ?? page.zone;
    await load();
    return setInterval(() => document.visibilityState === "visible" && load(), REFRESH_MILLIS);
}

begin();
