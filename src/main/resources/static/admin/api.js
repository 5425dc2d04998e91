const KEY = "streakboard.token";

/** The admin's token, until the tab is closed. */
export const token = {
    known: () => sessionStorage.getItem(KEY) !== null,
    keep: value => sessionStorage.setItem(KEY, value),
    forget: () => sessionStorage.removeItem(KEY),
};

class Failure extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/** Asks an endpoint beside this page, or has it do something if there is a body; fails with what it answers. */
export async function request(path, body) {
    const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY)}` };
    const response = await fetch(path, body === undefined ? { headers } : {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(body),
    });
    const answer = await response.json().catch(() => ({}));
    // Health answers 503 if something is down, and says what.
    if (!response.ok && answer.components === undefined) {
        throw new Failure(response.status, answer.detail ?? `${path} answered ${response.status}`);
    }
    return answer;
}
