/** The document of the rulebook: reading, changing, comparing and writing it. Pure. */

export const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value);

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A name as a token of a JSON Pointer (RFC 6901). */
export const escaped = name => String(name).replaceAll("~", "~0").replaceAll("/", "~1");

const names = path => path.split("/").slice(1).map(name => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/** A title, which is a text or texts by language, in the language of the page; without one in English, or in its first. */
export const titleIn = (title, language) => isObject(title) ? title[language] ?? title.en ?? Object.values(title)[0] : title;

/** The value at a path; undefined if there is none. */
export const at = (document, path) => names(path).reduce(
    (node, name) => node !== null && typeof node === "object" && Object.hasOwn(node, name) ? node[name] : undefined, document);

/** The document with a value at a path; undefined takes it out. */
export function put(document, path, value) {
    const changed = structuredClone(document);
    const above = names(path);
    const last = above.pop();
    let node = changed;
    for (const name of above) {
        node = node[name] ??= {};
    }
    if (value !== undefined) {
        node[last] = value;
    } else if (Array.isArray(node)) {
        node.splice(Number(last), 1);
    } else {
        delete node[last];
    }
    return changed;
}

/** The JSON Merge Patch (RFC 7396) that leads from one document to another. */
export function mergePatch(from, to) {
    const patch = {};
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
        if (!Object.hasOwn(to, name)) {
            patch[name] = null;
        } else if (isObject(from[name]) && isObject(to[name])) {
            const below = mergePatch(from[name], to[name]);
            if (Object.keys(below).length > 0) {
                patch[name] = below;
            }
        } else if (!same(from[name], to[name])) {
            patch[name] = to[name];
        }
    }
    return patch;
}

/** The document with a patch (RFC 7396). */
export function patched(document, patch) {
    if (!isObject(patch)) {
        return patch;
    }
    const result = isObject(document) ? { ...document } : {};
    for (const [name, value] of Object.entries(patch)) {
        if (value === null) {
            delete result[name];
        } else {
            result[name] = patched(result[name], value);
        }
    }
    return result;
}

/** What differs, each as {path, before, after}; a value that one of both lacks is undefined. */
export function differences(from, to, path = "") {
    if (same(from, to)) {
        return [];
    }
    if (!isObject(from) || !isObject(to)) {
        return [{ path, before: from, after: to }];
    }
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
        .flatMap(name => differences(from[name], to[name], `${path}/${escaped(name)}`));
}

const listed = (object = {}, key, leftOut = []) => Object.entries(object).map(([name, value]) =>
    ({ [key]: name, ...Object.fromEntries(Object.entries(value).filter(([member]) => !leftOut.includes(member))) }));

/** The same rules as properties of the application. */
export function properties({ types, bonuses, signIn, boards = {}, prizes, badges, xapi }) {
    const { points, ...others } = boards;
    return {
        streakboard: {
            points: { types: listed(types, "code"), bonuses: listed(bonuses, "name"), board: { store: points?.store, buckets: points?.buckets } },
            signin: signIn,
            boards: listed(others, "name", ["prizes"]),
            rewards: {
                bands: points?.prizes,
                boards: Object.fromEntries(Object.entries(others)
                    .filter(([, board]) => board.prizes?.length).map(([name, board]) => [name, board.prizes])),
                ...prizes,
            },
            badges: { definitions: listed(badges, "name") },
            xapi,
        },
    };
}

const dashed = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

const isEmpty = value => value === undefined || value === null
    || typeof value === "object" && Object.values(value).every(isEmpty);

/** As YAML, without what is empty. Texts are quoted as in JSON, which is YAML, too. */
export function yaml(value, indent = "") {
    return Object.entries(value).filter(([, each]) => !isEmpty(each)).map(([name, each]) => {
        const key = /^[A-Za-z][A-Za-z0-9]*$/.test(name) ? dashed(name) : /^[a-z0-9-]+$/.test(name) ? name : JSON.stringify(name);
        if (Array.isArray(each) && each.every(isObject)) {
            return `${indent}${key}:\n` + each.map(entry =>
                `${indent}  - ${yaml(entry, `${indent}    `).trimStart()}`).join("");
        }
        return isObject(each) ? `${indent}${key}:\n${yaml(each, `${indent}  `)}` : `${indent}${key}: ${flow(each)}\n`;
    }).join("");
}

const flow = value => Array.isArray(value) ? `[${value.map(flow).join(", ")}]` : JSON.stringify(value);

/** The instant of a local time such as {@code 2026-12-21T00:00} in a zone; undefined if it is none. */
export function instant(local, zone) {
    const asUtc = Date.parse(`${local}Z`);
    if (Number.isNaN(asUtc)) {
        return undefined;
    }
    const first = asUtc - offset(asUtc, zone);
    return new Date(asUtc - offset(first, zone)).toISOString().replace(".000Z", "Z");
}

/** An instant as the local time in a zone, as a field takes it. */
export function local(at, zone) {
    const millis = Date.parse(at);
    return Number.isNaN(millis) ? "" : new Date(millis + offset(millis, zone)).toISOString().slice(0, 16);
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offset(millis, zone) {
    const parts = Object.fromEntries(new Intl.DateTimeFormat("en", {
        timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
    }).formatToParts(millis).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) - Math.floor(millis / 1000) * 1000;
}
