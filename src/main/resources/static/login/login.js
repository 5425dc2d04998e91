import { issuer, takeToken } from "./token.js";

const KEY = "streakboard.login";

/** Named, so that a login that is begun twice has one window. */
const BESIDE = "streakboard-login";

/** On which a window beside says what the issuer has answered. */
let answers = null;

/** A browser has the digest that it takes only for pages by https and of the same machine. */
export const canLogIn = () => issuer.clientId !== undefined && crypto.subtle !== undefined;

/** Leaves for the issuer, which sends the admin back with a code. */
export async function logIn() {
    const begun = { ...secrets(), hash: location.hash };
    sessionStorage.setItem(KEY, JSON.stringify(begun));
    location.assign(await address(begun));
}

/** As logIn, in a window of its own: what has been typed here stays. */
export async function logInBeside(done, failed) {
    const beside = open("", BESIDE, "popup,width=520,height=680");
    if (beside === null) {
        throw Object.assign(
            new Error("The browser does not open a window for the login. Allow it for this page."), { blocked: true });
    }
    const begun = secrets();
    answers?.close();
    answers = new BroadcastChannel(KEY);
    answers.onmessage = ({ data }) => {
        const answer = new URLSearchParams(data);
        if (answer.get("state") === begun.state) {
            answers.close();
            take(answer, begun).then(done, failed);
        }
    };
    beside.location = await address(begun);
}

/** Takes a token for the code with which the issuer has sent the admin back, if it has. */
export async function comeBack() {
    const answer = new URLSearchParams(location.search);
    if (!answer.has("state")) {
        return;
    }
    const begun = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    history.replaceState(null, "", location.pathname + (begun?.hash ?? location.hash));
    if (begun === null) {
        new BroadcastChannel(KEY).postMessage(answer.toString());
        close(); // which browsers do only if this is a window beside
        return;
    }
    await take(answer, begun);
}

async function take(answer, begun) {
    if (answer.get("state") !== begun.state) {
        throw new Error("This login was not begun here. Log in again.");
    }
    if (!answer.has("code")) {
        const reason = answer.get("error_description") ?? answer.get("error");
        throw Object.assign(new Error(`The issuer refused the login: ${reason}`), { reason });
    }
    await takeToken({
        grant_type: "authorization_code", redirect_uri: here(), code: answer.get("code"), code_verifier: begun.verifier,
    });
}

const secrets = () => ({ verifier: random(), state: random() });

async function address({ verifier, state }) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const to = new URL(issuer.authorizationUri); // which may have a query
    Object.entries({
        response_type: "code", client_id: issuer.clientId, redirect_uri: here(), scope: issuer.scope, state,
        code_challenge: base64(new Uint8Array(digest)), code_challenge_method: "S256",
    }).forEach(([name, value]) => to.searchParams.set(name, value));
    return to.href;
}

const here = () => location.origin + location.pathname;

const random = () => base64(crypto.getRandomValues(new Uint8Array(32)));

const base64 = bytes =>
    btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
