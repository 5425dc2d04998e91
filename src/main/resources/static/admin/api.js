const KEY = "streakboard.token";

/** The admin's token, until the tab is closed. */
export const token = {
    known: () => sessionStorage.getItem(KEY) !== null,
    keep: value => sessionStorage.setItem(KEY, value),
    forget: () => sessionStorage.removeItem(KEY),
};

/** Longer than the server waits for a store. */
const PATIENCE_MILLIS = 20_000;

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
export async function request(path, body, method = body === undefined ? "GET" : "POST") {
    const response = await send(path, body, method);
    const answer = await response.json().catch(() => ({}));
    // Health answers 503 if something is down, and says what.
    if (!response.ok && answer.components === undefined) {
        throw failure(path, response, answer);
    }
    return answer;
}

/** A file that the API writes. */
export async function file(path) {
    const response = await fetch(path, { headers: authorization() }).catch(unreachable);
    if (!response.ok) {
        throw failure(path, response, await response.json().catch(() => ({})));
    }
    return response.blob().catch(() => { throw new Failure(0, "The download broke off."); });
}

const authorization = () => ({ Authorization: `Bearer ${sessionStorage.getItem(KEY)}` });

function send(path, body, method) {
    const options = { method, headers: authorization() };
    if (method === "GET") {
        options.signal = AbortSignal.timeout(PATIENCE_MILLIS);
    }
    if (body !== undefined) {
        options.headers["Content-Type"] = "application/json";
        options.body = JSON.stringify(body);
    }
    return fetch(path, options).catch(unreachable);
}

const failure = (path, { status }, { detail, errors }) =>
    new Failure(status, detail ?? `${path} answered ${status}`, errors);

function unreachable(failure) {
    throw new Failure(0, failure.name === "TimeoutError"
        ? "The application does not answer in time."
        : "The application cannot be reached.");
}
