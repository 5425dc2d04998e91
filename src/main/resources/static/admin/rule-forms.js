import { html, nothing } from "./lit-html.js";
import { at, escaped, isObject, put, titleIn } from "./rule-document.js";
import { format, KINDS, LANGUAGES } from "./rule-fields.js";

/** What is typed in fields, by path, until they are left: a text that is not yet a value stays as it is. */
const typed = new Map();

/** The paths of new entries, whose names can still be changed. */
const fresh = new Set();

/** The paths of entries whose forms are open. */
const opened = new Set();

/** Forgets what was typed, as another document is shown. */
export function forgetTyped() {
    typed.clear();
    fresh.clear();
}

/**
 * The forms of one kind of rules.
 *
 * @param page {draft, base, violations, zone, words, locked, change(draft), draw()}
 */
export function forms(kind, page) {
    const path = `/${kind}`;
    if (KINDS[kind].key === undefined) {
        return html`<div class="fieldset">${fieldsOf(kind, path, page)}</div>`;
    }
    const entries = Object.entries(page.draft[kind] ?? {}).map(([name]) => entry(kind, name, page));
    return html`
        ${entries.length === 0 ? html`<p class="quiet">${page.words.say("rules.none")}</p>` : entries}
        ${page.locked ? nothing : html`<button class="plain" @click=${() => add(kind, page)}>${page.words.say(`${kind}.add`)}</button>`}`;
}

/** Opens the forms around a path, and leads to its field, or to the nearest that there is. */
export function lead(path) {
    let above = path;
    while (above !== "" && document.getElementById(idOf(above)) === null) {
        above = above.slice(0, above.lastIndexOf("/"));
    }
    const found = document.getElementById(idOf(above));
    for (let around = found; around !== null && around !== undefined; around = around.parentElement) {
        if (around.localName === "details") {
            around.open = true;
        }
    }
    found?.scrollIntoView({ block: "center" });
    (found?.matches("input, select, textarea") ? found : found?.querySelector("input, select, textarea, summary"))?.focus();
}

/** The id of a field, for its label and for who leads to it. */
export const idOf = path => `field${path.replace(/[^A-Za-z0-9]+/g, "-")}`;

function entry(kind, name, page) {
    const path = `/${kind}/${escaped(name)}`;
    const { words, draft, violations } = page;
    const wrong = violations.some(each => each.path === path || each.path.startsWith(`${path}/`));
    const own = violations.filter(each => each.path === path);
    return html`
        <details id=${idOf(path)} .open=${opened.has(path)} @toggle=${({ target }) => target.open ? opened.add(path) : opened.delete(path)}>
            <summary>
                <b>${titleIn(draft[kind][name].title || draft[kind][name].label, words.name) || name}</b>
                <span class="quiet">${summary(kind, name, page)}</span>
                ${wrong ? html`<span class="bad">${words.say("rules.mistake")}</span>` : nothing}
            </summary>
            ${own.map(({ message }) => html`<p class="bad">${message}</p>`)}
            ${named(kind, name, path, page)}
            ${fieldsOf(kind, path, page, KINDS[kind].only?.[name])}
            ${page.locked || KINDS[kind].only?.[name] ? nothing : html`
                <div class="actions">
                    <button class="plain" @click=${() => duplicate(kind, name, page)}>${words.say("rules.duplicate")}</button>
                    ${KINDS[kind].fixed?.includes(name) ? nothing : html`
                        <button class="plain danger" @click=${() => { opened.delete(path); page.change(put(draft, path, undefined)); }}>${words.say("rules.remove")}</button>`}
                </div>`}
        </details>`;
}

/** Learners keep what they have by its name, so only a new one is named. */
function named(kind, name, path, page) {
    if (!fresh.has(path)) {
        return html`<p class="quiet">${page.words.say("rules.name")}: <code>${name}</code></p>`;
    }
    const rename = event => {
        const to = event.target.value.trim();
        const taken = Object.hasOwn(page.draft[kind], to) && to !== name;
        event.target.setCustomValidity(taken ? page.words.say("rules.taken") : "");
        if (to !== "" && to !== name && event.target.checkValidity()) {
            for (const paths of [fresh, opened]) {
                paths.delete(path);
                paths.add(`/${kind}/${escaped(to)}`);
            }
            page.change(put(page.draft, path.slice(0, path.lastIndexOf("/")), Object.fromEntries(
                Object.entries(page.draft[kind]).map(([each, value]) => [each === name ? to : each, value]))));
        } else {
            event.target.reportValidity();
        }
    };
    return html`
        <div class="field">
            <label for=${idOf(`${path}/~name`)}>${page.words.say("rules.name")}</label>
            <input id=${idOf(`${path}/~name`)} .value=${name} pattern=${KINDS[kind].key} required maxlength="32" spellcheck="false"
                   aria-describedby=${idOf(`${path}/~name-help`)} @change=${rename}>
            <p class="help" id=${idOf(`${path}/~name-help`)}>${page.words.say(`${kind}.name.help`)}</p>
        </div>`;
}

function fieldsOf(kind, path, page, only) {
    const shown = fields => fields.filter(({ name }) => only === undefined || only.includes(name)).map(each => field(kind, path, each, page));
    const more = shown(KINDS[kind].more);
    return html`
        <fieldset class="rule" ?disabled=${page.locked}>
            ${shown(KINDS[kind].fields)}
            ${more.length === 0 ? nothing : html`<details class="more"><summary>${page.words.say("rules.more")}</summary>${more}</details>`}
        </fieldset>`;
}

function field(kind, above, spec, page) {
    const path = `${above}/${spec.name}`;
    const word = `${kind}.${spec.name.replace("/", ".")}`;
    const value = at(page.draft, path);
    const wrong = page.violations.filter(each => each.path === path
        || each.path.startsWith(`${path}/`) && !["prizes", "title"].includes(spec.kind));
    const context = { path, word, value, page, spec, id: idOf(path), wrong: wrong.length > 0, entry: at(page.draft, above) ?? {} };
    const grouped = ["types", "prizes", "scores"].includes(spec.kind) || isObject(value) && spec.kind === "title";
    return html`
        <div class="field" role=${grouped ? "group" : nothing} aria-labelledby=${grouped ? `${context.id}-label` : nothing}>
            ${grouped ? html`<span class="label" id="${context.id}-label">${page.words.say(word)}</span>`
                : html`<label id="${context.id}-label" for=${context.id}>${page.words.say(word)}</label>`}
            ${(INPUTS[spec.kind] ?? line)(context)}
            <p class="help" id="${context.id}-help">${page.words.say(`${word}.help`)}</p>
            ${wrong.map(({ message }) => html`<p class="bad note" id="${context.id}-wrong">${message}</p>`)}
        </div>`;
}

const INPUTS = {
    flag: ({ id, path, value, page, spec, wrong, entry: of }) => html`
        <input type="checkbox" id=${id} .checked=${value ?? spec.usual?.(of) ?? false} aria-describedby="${id}-help" aria-invalid=${wrong || nothing}
               @change=${event => page.change(put(page.draft, path, event.target.checked))}>`,
    choice: ({ id, path, value, page, spec, word, wrong }) => html`
        <select id=${id} aria-describedby="${id}-help" aria-invalid=${wrong || nothing}
                @change=${event => page.change(put(page.draft, path, event.target.value))}>
            ${spec.options.map((option, index) => html`
                <option value=${option} ?selected=${value === option || value === undefined && index === 0}>${page.words.say(`${word}.${option}`)}</option>`)}
        </select>`,
    types: ({ id, path, value, page }) => typeBoxes(id, path, value, page),
    scores: ({ id, path, value, page }) => html`
        <select id=${id} aria-labelledby="${id}-label" aria-describedby="${id}-help"
                @change=${({ target }) => page.change(put(page.draft, path, target.value === "" ? undefined : { ...value, from: target.value }))}>
            ${["", "points", "count"].map(from => html`
                <option value=${from} ?selected=${(value?.from ?? "") === from}>${page.words.say(`boards.scores.${from || "posted"}`)}</option>`)}
        </select>
        ${value === undefined ? nothing : typeBoxes(`${id}-types`, `${path}/types`, value.types, page)}`,
    prizes: ({ id, path, value = [], page }) => html`
        ${value.length === 0 ? nothing : html`<div class="prizes" id=${id}>${value.map((_, index) => html`
            <div class="prize">
                ${["toRank", "points"].map(name => part(`${path}/${index}/${name}`, page.words.say(`boards.prizes.${name}`), "number", page))}
                ${titleOfPrize(`${path}/${index}/title`, page)}
                ${page.locked ? nothing : html`<button class="plain danger"
                    aria-label=${page.words.say("boards.prizes.remove", { n: index + 1 })}
                    @click=${() => page.change(put(page.draft, path, value.length === 1 ? undefined : value.toSpliced(index, 1)))}>✕</button>`}
            </div>`)}</div>`}
        ${page.locked ? nothing : html`<button class="plain"
            @click=${() => page.change(put(page.draft, path, [...value, { toRank: (value.at(-1)?.toRank ?? 0) + 1, points: 0 }]))}>${page.words.say("boards.prizes.add")}</button>`}`,
    title,
    pairs: context => area(context, 4),
    json: context => area(context, 24),
};

const languageName = (tag, { words }) => new Intl.DisplayNames(words.language, { type: "language" }).of(tag);

/** One text, or a line for each language; a further language makes several of one. */
function title(context) {
    const { id, path, value, page } = context;
    const texts = isObject(value) ? value : undefined;
    const free = LANGUAGES.filter(tag => texts === undefined || !Object.hasOwn(texts, tag));
    const add = tag => {
        const known = texts ?? (value ? { [page.words.name]: value } : {});
        page.change(put(page.draft, path, { ...known, [tag]: known[tag] ?? "" }));
    };
    return html`
        ${texts === undefined ? line(context) : html`<div id=${id}>${Object.keys(texts).map(tag => html`
            <div class="language">${part(`${path}/${tag}`, languageName(tag, page), "translation", page)}
                ${page.locked ? nothing : html`<button class="plain danger"
                    aria-label=${page.words.say("rules.language.remove", { language: languageName(tag, page) })}
                    @click=${() => page.change(put(page.draft, path, without(texts, tag)))}>✕</button>`}
            </div>`)}</div>`}
        ${page.locked ? nothing : html`<select class="add" aria-label=${page.words.say("rules.language.add")} @change=${({ target }) => { const tag = target.value; target.selectedIndex = 0; add(tag); }}>
            <option selected disabled>${page.words.say("rules.language.add")}</option>
            ${free.map(tag => html`<option value=${tag}>${languageName(tag, page)}</option>`)}
        </select>`}`;
}

/** A single text that is left needs no language. */
function without(texts, tag) {
    const { [tag]: removed, ...others } = texts;
    const left = Object.values(others);
    return left.length > 1 ? others : left[0] || undefined;
}

function titleOfPrize(path, page) {
    const value = at(page.draft, path);
    const wrong = page.violations.filter(each => each.path === path);
    const id = idOf(path);
    const context = { path, value, page, spec: { kind: "title" }, id, wrong: wrong.length > 0 };
    return html`
        <div role=${isObject(value) ? "group" : nothing} aria-labelledby=${isObject(value) ? `${id}-label` : nothing}>
            <label id="${id}-label" for=${isObject(value) ? nothing : id}>${page.words.say("boards.prizes.title")}</label>
            ${title(context)}${wrong.map(({ message }) => html`<span class="bad note">${message}</span>`)}
        </div>`;
}

function part(path, label, kind, page) {
    const wrong = page.violations.filter(each => each.path === path);
    const context = { path, value: at(page.draft, path), page, spec: { kind }, id: idOf(path), wrong: wrong.length > 0 };
    return html`<label>${label} ${line(context)}${wrong.map(({ message }) => html`<span class="bad note">${message}</span>`)}</label>`;
}

function typeBoxes(id, path, value = [], page) {
    const known = Object.keys(page.draft.types ?? {}).filter(type => type !== "SIGN_IN" || !path.startsWith("/bonuses/"));
    const toggle = (type, on) => {
        const chosen = on ? [...value, type] : value.filter(each => each !== type);
        page.change(put(page.draft, path, chosen.length === 0 ? undefined : chosen));
    };
    return html`<div class="choices" id=${id}>${[...new Set([...known, ...value])].map(type => html`
        <label class="box"><input type="checkbox" .checked=${value.includes(type)}
            @change=${event => toggle(type, event.target.checked)}> ${titleIn(page.draft.types?.[type]?.label, page.words.name) ?? type}</label>`)}</div>`;
}

const inputType = kind => kind === "time" ? "datetime-local" : "text";

function line({ id, path, value, page, spec, wrong }) {
    const { write, read } = format(spec.kind, page.zone);
    return html`
        <input id=${id} type=${inputType(spec.kind)} inputmode=${spec.kind === "number" ? "numeric" : nothing} autocomplete="off"
               .value=${typed.get(path) ?? write(value)} aria-describedby="${id}-help" aria-invalid=${wrong || nothing}
               @input=${event => keep(event, path, read, page)} @change=${() => leave(path, page)}>`;
}

function area({ id, path, value, page, spec, wrong }, rows) {
    const { write, read } = format(spec.kind, page.zone);
    return html`
        <textarea id=${id} rows=${rows} spellcheck="false" .value=${typed.get(path) ?? write(value)} aria-describedby="${id}-help"
                  aria-invalid=${wrong || nothing} @input=${event => keep(event, path, read, page)}
                  @change=${() => leave(path, page)}></textarea>`;
}

function keep({ target }, path, read, page) {
    typed.set(path, target.value);
    page.change(put(page.draft, path, read(target.value)));
}

function leave(path, page) {
    typed.delete(path);
    page.draw();
}

function add(kind, page) {
    const [name, value] = KINDS[kind].fresh();
    include(kind, name, value, page);
}

function duplicate(kind, name, page) {
    include(kind, name, structuredClone(page.draft[kind][name]), page);
}

/** Opens a new entry under a name that is not taken, and leads to it. */
function include(kind, wanted, value, page) {
    const taken = page.draft[kind] ?? {};
    const separator = kind === "types" ? "_" : "-";
    let name = wanted;
    for (let n = 2; Object.hasOwn(taken, name); n++) {
        name = `${wanted}${separator}${n}`;
    }
    const path = `/${kind}/${escaped(name)}`;
    fresh.add(path);
    opened.add(path);
    page.change(put(page.draft, path, value));
    document.getElementById(idOf(path))?.querySelector("input")?.focus();
}

/** An entry of a document in words. */
export function summary(kind, name, { draft, words, zone }) {
    const rule = draft[kind][name];
    const time = at => typeof at === "string" && !Number.isNaN(Date.parse(at)) ? words.time(at, zone) : "…";
    const types = (list = []) => list.length === 0 ? words.say("rules.all-types") : list.map(type => titleIn(draft.types?.[type]?.label, words.name) ?? type).join(", ");
    switch (kind) {
        case "types":
            return name === "SIGN_IN" ? words.say("types.by-ladder")
                : words.say(rule.dailyCap === undefined ? "types.said" : "types.said-capped", { points: rule.points ?? 0, cap: rule.dailyCap });
        case "bonuses":
            return words.say("bonuses.said", { percent: rule.percent, types: types(rule.types), from: time(rule.from), to: time(rule.to) });
        case "boards":
            return [
                name === "points" ? words.say("boards.of-season") : words.say(`boards.period.${rule.period ?? "none"}`),
                rule.scores && `${words.say(`boards.scores.${rule.scores.from ?? "points"}`)}: ${types(rule.scores.types)}`,
                rule.startsAt && words.say("boards.from", { time: time(rule.startsAt) }),
                rule.endsAt && words.say("boards.to", { time: time(rule.endsAt) }),
                rule.prizes?.length && words.say("boards.with-prizes", { n: rule.prizes.length }),
            ].filter(part => part).join(" · ");
        default:
            return [rule.condition, (rule.levels ?? []).join(", ")].filter(part => part).join(" · ");
    }
}
