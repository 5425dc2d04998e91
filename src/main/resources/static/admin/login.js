import { token } from "./api.js";

const KEY = "streakboard.login";

/** What the application is configured with; has nothing if tokens are pasted only. */
const settings = JSON.parse(document.querySelector("meta[name=login]").content || "{}");

/** A browser has the digest that it takes only for pages by https and of the same machine. */
export const canLogIn = () => settings.clientId !== undefined && crypto.subtle !== undefined;

/** Leaves for the issuer, which sends the admin back with a code. */
export async function logIn() {
    const begun = { verifier: random(), state: random(), hash: location.hash };
    sessionStorage.setItem(KEY, JSON.stringify(begun));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(begun.verifier));
    location.assign(`${settings.authorizationUri}?${new URLSearchParams({
        response_type: "code", client_id: settings.clientId, redirect_uri: here(), scope: settings.scope,
        state: begun.state, code_challenge: base64(new Uint8Array(digest)), code_challenge_method: "S256",
    })}`);
}

/** Takes a token for the code with which the issuer has sent the admin back, if it has. */
export async function comeBack() {
    const answer = new URLSearchParams(location.search);
    const begun = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (!answer.has("state") || begun === null) {
        return;
    }
    sessionStorage.removeItem(KEY);
    history.replaceState(null, "", location.pathname + begun.hash);
    if (answer.get("state") !== begun.state) {
        throw new Error("This login was not begun here. Log in again.");
    }
    if (!answer.has("code")) {
        throw new Error(answer.get("error_description") ?? `The issuer answered ${answer.get("error")}.`);
    }
    const response = await fetch(settings.tokenUri, { method: "POST", body: new URLSearchParams({
        grant_type: "authorization_code", client_id: settings.clientId, redirect_uri: here(),
        code: answer.get("code"), code_verifier: begun.verifier,
    }) }).catch(() => { throw new Error("The issuer cannot be reached."); });
    const given = await response.json().catch(() => ({}));
    if (!given.access_token) {
        throw new Error(given.error_description ?? "The issuer gave no token.");
    }
    token.keep(given.access_token);
}

const here = () => location.origin + location.pathname;

const random = () => base64(crypto.getRandomValues(new Uint8Array(32)));

const base64 = bytes =>
    btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
