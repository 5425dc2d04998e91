import { say } from "./say.js";
import { currentToken, isReplaced } from "./token.js";

/** Longer than the server waits for a store. */
const PATIENCE_MILLIS = 20_000;

const EXPIRED = "Your token is no longer accepted. Go on with a new one: what you have typed is still here.";

let taken = false;

/** Whether this page has shown anything, so that something may have been typed. */
export const wasTaken = () => taken;

class Failure extends Error {
    /** @param errors what is wrong with single fields */
    constructor(status, message, errors = []) {
        super(message);
        this.status = status;
        this.errors = errors;
    }

    /** The token is not, or no longer, good for this page. */
    get refused() {
        return this.status === 401 || this.status === 403;
    }
}

/** Asks an endpoint beside this page, or has it do something if there is a body; fails with what it answers. */
export async function request(path, body, method = body === undefined ? "GET" : "POST", headers = { "Content-Type": "application/json" }) {
    const options = { method };
    if (method === "GET") {
        options.signal = AbortSignal.timeout(PATIENCE_MILLIS);
    }
    if (body !== undefined) {
        options.headers = headers;
        options.body = JSON.stringify(body);
    }
    return answered(path, await send(path, options));
}

/** Sends a file, compressed: this port takes bodies of 2 MB at most. */
export async function upload(path, file) {
    const packed = file.name.endsWith(".gz") ? file
        : await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
    return answered(path,
        await send(path, { method: "POST", headers: { "Content-Type": "text/csv" }, body: packed }));
}

async function answered(path, response) {
    const answer = await response.json().catch(() => ({}));
    // Health answers 503 if something is down, and says what.
    if (!response.ok && answer.components === undefined) {
        throw failure(path, response, answer);
    }
    taken = true;
    return answer;
}

const absent = new Set();

/** Asks an endpoint that an installation may lack; if it does, nothing is answered, and nothing is asked again. */
export async function requestIfThere(path) {
    try {
        return absent.has(path) ? undefined : await request(path);
    } catch (failure) {
        if (failure.status !== 404) {
            throw failure;
        }
        absent.add(path);
        return undefined;
    }
}

/** A file that the API writes. */
export async function file(path) {
    const response = await send(path, {});
    if (!response.ok) {
        throw failure(path, response, await response.json().catch(() => ({})));
    }
    return response.blob().catch(() => { throw new Failure(0, say("The download broke off.")); });
}

/** Whoever is refused has done nothing, so it can be sent again. */
async function send(path, options) {
    const ask = token => fetch(path, { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } })
        .catch(unreachable);
    const used = currentToken();
    const response = await ask(used);
    return response.status === 401 && await isReplaced(used) ? ask(currentToken()) : response;
}

const failure = (path, { status }, { detail, errors }) =>
    new Failure(status, status === 401 && taken ? say(EXPIRED) : detail ?? say("{path} answered {status}", { path, status: String(status) }), errors);

function unreachable(failure) {
    throw new Failure(0, say(failure.name === "TimeoutError"
        ? "The application does not answer in time."
        : "The application cannot be reached."));
}
