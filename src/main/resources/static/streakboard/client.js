/** Where the parts come from, and the API unless they say another: attribute api. */
const HOME = new URL("..", import.meta.url).href.replace(/\/$/, "");

/** Longer than the server waits for a store. */
const PATIENCE_MILLIS = 20_000;

let { token: tokenOf = null, words: wordsOf = {}, claim = "sub" } = globalThis.streakboard ?? {};

/** What parts of a page tell each other: "signed" after a sign-in, "who" for another learner, "day" for a new day, "features", "words". */
export const news = new EventTarget();

export const tell = name => news.dispatchEvent(new Event(name));

/**
 * The host sets {@code streakboard.token}: an async function that gives a token; it is passed one that was refused. It may
 * set {@code streakboard.words}: words of its own by language and key; and, before the token, {@code streakboard.claim}: where
 * tokens have the learner, a name or a path of names.
 */
export const streakboard = globalThis.streakboard = {
    claim,
    get token() {
        return tokenOf;
    },
    set token(given) {
        tokenOf = given;
        tell("who");
    },
    get words() {
        return wordsOf;
    },
    set words(given) {
        wordsOf = given;
        tell("words");
    },
};

/** Nobody waits longer, whatever the API says. */
const LONGEST_WAIT_SECONDS = 3600;

/** @param kind login, offline, wait (for some seconds) or problem, which has the name and the code that the API gives it */
export class Failure extends Error {
    constructor(kind, { name = "", code = "", detail = "", seconds = 0 } = {}) {
        super(detail || kind);
        Object.assign(this, { kind, problem: name, code, seconds });
    }
}

/** The learner of a token, to tell learners apart; the API alone checks tokens. */
function subject(token) {
    try {
        const claims = JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
        return String([streakboard.claim].flat().reduce((of, name) => of[name], claims) ?? "");
    } catch {
        return "";
    }
}

/** The API at one address. */
class Client {
    #base;
    #asked = new Map();
    #clock = -Infinity;

    /** Who asked last. */
    learner = "";

    /** Of titles in answers. */
    language = "";

    /** Optional parts that the API has; null until its rules are known. */
    features = null;

    constructor(base) {
        this.#base = base;
        news.addEventListener("who", () => this.#asked.clear());
    }

    /** The server's time by its answers, never by the browser's clock; NaN without one. */
    get now() {
        return this.#clock === -Infinity ? NaN : this.#clock + performance.now();
    }

    /** Parts that ask the same at the same time share the answer. */
    get(path) {
        if (!this.#asked.has(path)) {
            const answer = this.#json(path, {}).finally(() => {
                if (this.#asked.get(path) === answer) {
                    this.#asked.delete(path);
                }
            });
            this.#asked.set(path, answer);
        }
        return this.#asked.get(path);
    }

    /** The rules, which tell what else can be asked for. */
    async rules() {
        const rules = await this.get("/api/rules");
        if (String(this.features) !== String(rules.features)) {
            this.features = rules.features;
            tell("features");
        }
        return rules;
    }

    /** What was asked before is not the answer to what is asked after. */
    send(method, path, body) {
        const options = { method };
        if (body !== undefined) {
            options.headers = { "Content-Type": "application/json" };
            options.body = JSON.stringify(body);
        }
        return this.#json(path, options).finally(() => this.#asked.clear());
    }

    /** Has the browser save a file, as a link has no token. */
    async save(path, name) {
        const response = await this.#ask(path, { signal: AbortSignal.timeout(PATIENCE_MILLIS) });
        offer(await response.blob().catch(() => { throw new Failure("offline"); }), name);
    }

    /** The body of an answer that goes on, as text. */
    async stream(path, headers, signal) {
        const response = await this.#ask(path, { headers: { ...headers, Accept: "text/event-stream" }, signal });
        return response.body.pipeThrough(new TextDecoderStream());
    }

    async #json(path, options) {
        const response = await this.#ask(path, { ...options, signal: AbortSignal.timeout(PATIENCE_MILLIS) });
        return response.status === 204 ? null : response.json().catch(() => { throw new Failure("offline"); });
    }

    async #ask(path, options) {
        const used = await token();
        let response = await this.#fetch(path, options, used);
        if (response.status === 401) {
            const other = await token(used);
            if (other === used) {
                throw new Failure("login");
            }
            response = await this.#fetch(path, options, other);
        }
        if (!response.ok) {
            throw await refused(response);
        }
        return response;
    }

    async #fetch(path, options, token) {
        this.learner = subject(token);
        const headers = { ...options.headers, Authorization: `Bearer ${token}`, "Accept-Language": this.language };
        try {
            const response = await fetch(this.#base + path, { ...options, headers });
            // Whole seconds, and they have travelled: the latest is the nearest.
            const told = Date.parse(response.headers.get("Date")) - performance.now();
            this.#clock = Math.max(this.#clock, told || -Infinity);
            return response;
        } catch (failure) {
            throw failure.name === "AbortError" ? failure : new Failure("offline");
        }
    }
}

/** Has the browser save a file. */
export function offer(file, name) {
    const address = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function token(refused) {
    const given = await tokenOf?.(refused);
    if (!given) {
        throw new Failure("login");
    }
    return given;
}

async function refused(response) {
    const { type = "", code, detail } = await response.json().catch(() => ({}));
    const name = response.status < 500 ? type.replace("urn:streakboard:problem:", "") : ""; // a defect is explained to operators only
    const kind = response.status === 401 ? "login" : [429, 503].includes(response.status) ? "wait" : "problem";
    const seconds = Math.min(LONGEST_WAIT_SECONDS, Number(response.headers.get("Retry-After")) || 0);
    return new Failure(kind, { name, code, detail, seconds });
}

const clients = new Map();

/** @param address of the API, if it is not where the parts come from */
export function client(address) {
    const base = address ? new URL(address, document.baseURI).href.replace(/\/$/, "") : HOME;
    if (!clients.has(base)) {
        clients.set(base, new Client(base));
    }
    return clients.get(base);
}
