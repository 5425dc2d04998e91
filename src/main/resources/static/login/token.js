const TOKEN = "streakboard.token";
const RENEWAL = "streakboard.renewal";

/** A token is renewed so long before it expires, or after half of its life if that is later. */
const MARGIN_MILLIS = 60_000;

const PAUSE_MILLIS = 10_000;
const PATIENCE_MILLIS = 5_000;

/** What the application is configured with; has nothing if tokens are pasted only. */
export const issuer = JSON.parse(document.querySelector("meta[name=login]").content || "{}");

/** The admin's token, until the tab is closed. */
export const token = {
    known: () => sessionStorage.getItem(TOKEN) !== null,
    keep(value) {
        token.forget();
        sessionStorage.setItem(TOKEN, value);
    },
    forget() {
        sessionStorage.removeItem(TOKEN);
        sessionStorage.removeItem(RENEWAL);
    },
};

let renewing = null;

/** The token. It is renewed in time if the issuer gave what renews it; nobody waits for that while it is good. */
export function currentToken() {
    const renewal = sessionStorage.getItem(RENEWAL);
    if (renewal !== null && Date.now() >= JSON.parse(renewal).at) {
        renewOnce(renewal);
    }
    return sessionStorage.getItem(TOKEN);
}

/** Whether there is another token than one that was refused, which may have to be renewed first. */
export async function isReplaced(refused) {
    const renewal = sessionStorage.getItem(RENEWAL);
    if (renewal !== null && sessionStorage.getItem(TOKEN) === refused) {
        await renewOnce(renewal);
    }
    return ![null, refused].includes(sessionStorage.getItem(TOKEN));
}

function renewOnce(renewal) {
    renewing ??= renew(renewal).finally(() => { renewing = null; });
    return renewing;
}

async function renew(renewal) {
    const { by } = JSON.parse(renewal);
    const { given, reason } = await ask({ grant_type: "refresh_token", refresh_token: by })
        .then(answer => ({ given: answer }), failure => ({ reason: failure }));
    if (sessionStorage.getItem(RENEWAL) !== renewal) {
        return; // somebody has left, or come, meanwhile
    }
    if (given) {
        keepGiven({ refresh_token: by, ...given });
    } else if (reason.refused) {
        sessionStorage.removeItem(RENEWAL);
    } else {
        sessionStorage.setItem(RENEWAL, JSON.stringify({ by, at: Date.now() + PAUSE_MILLIS }));
    }
}

/** Takes a token from the issuer, for a code or for what renews one. */
export async function takeToken(grant) {
    keepGiven(await ask(grant));
}

function keepGiven({ access_token: value, refresh_token: by, expires_in: seconds }) {
    token.keep(value);
    const life = seconds ? seconds * 1000 : expiry(value) - Date.now();
    if (by && life > 0) {
        const at = Date.now() + Math.max(life - MARGIN_MILLIS, life / 2);
        sessionStorage.setItem(RENEWAL, JSON.stringify({ by, at }));
    }
}

/** By the token's claim; not a number if it has none. */
function expiry(value) {
    try {
        return JSON.parse(atob(value.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"))).exp * 1000;
    } catch {
        return NaN;
    }
}

async function ask(grant) {
    const response = await fetch(issuer.tokenUri, {
        method: "POST", signal: AbortSignal.timeout(PATIENCE_MILLIS),
        body: new URLSearchParams({ client_id: issuer.clientId, ...grant }),
    }).catch(() => { throw new Error("The issuer cannot be reached."); });
    const given = await response.json().catch(() => ({}));
    if (!given.access_token) {
        const failure = new Error(given.error_description ?? "The issuer gave no token.");
        failure.refused = given.error !== undefined // RFC 6749, 5.2; some issuers answer 403
            && response.status >= 400 && response.status < 500 && ![408, 429].includes(response.status);
        throw failure;
    }
    return given;
}
