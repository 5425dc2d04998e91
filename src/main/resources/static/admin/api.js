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
    constructor(status, message) {
        super(message);
        this.status = status;
    }

    /** The token is not, or no longer, good for this page. */
    get refused() {
        return this.status === 401 || this.status === 403;
    }
}

/** Asks an endpoint beside this page, or has it do something if there is a body; fails with what it answers. */
export async function request(path, body) {
    const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY)}` };
    const response = await fetch(path, body === undefined
        ? { headers, signal: AbortSignal.timeout(PATIENCE_MILLIS) }
        : {
            method: "POST",
            headers: { ...headers, "Content-Type": "application/json" },
            body: JSON.stringify(body),
        }).catch(unreachable);
    const answer = await response.json().catch(() => ({}));
    // Health answers 503 if something is down, and says what.
    if (!response.ok && answer.components === undefined) {
        throw new Failure(response.status, answer.detail ?? `${path} answered ${response.status}`);
    }
    return answer;
}

function unreachable(failure) {
    throw new Failure(0, failure.name === "TimeoutError"
        ? "The application does not answer in time."
        : "The application cannot be reached.");
}
