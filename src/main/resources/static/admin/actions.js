import { request, token } from "./api.js";

/** Told to the window when an action has ended: what is shown may not be true any more. */
export const ACTED = "acted";

let busy = false;

export const element = id => document.getElementById(id);

export const isBusy = () => busy;

export function show(signedIn) {
    element("entry").hidden = signedIn;
    element("board").hidden = !signedIn;
    element("leave").hidden = !signedIn;
}

export function status(message, classes = "") {
    element("status").textContent = message;
    element("status").className = classes;
}

/** Stays until the next action. */
export function complain(problem) {
    element("problem").hidden = !problem;
    element("problem").textContent = problem ?? "";
}

/** Does what a button says, one thing at a time, and returns the answer, null if there is none. */
export async function act(path, body, question) {
    if (busy || (question && !await confirmed(question))) {
        return null;
    }
    busy = true;
    complain(null);
    status(`${body.action} …`, "wait");
    try {
        const answer = await request(path, body);
        status(`${body.action}: done`, "good");
        return answer;
    } catch (failure) {
        status("");
        forgetIfRefused(failure);
        complain(failure.message);
        return null;
    } finally {
        busy = false;
        dispatchEvent(new Event(ACTED));
    }
}

export function forgetIfRefused(failure) {
    if (failure.refused) {
        token.forget();
        show(false);
        complain(failure.message);
    }
}

function confirmed(question) {
    const dialog = element("confirm");
    element("question").textContent = question;
    dialog.returnValue = "no";
    dialog.showModal();
    return new Promise(resolve =>
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

/** Leaves alone what looks the same and is about the same, so that focus and selection stay. */
export function update(id, parts, about = "") {
    const fresh = document.createElement("div");
    fresh.append(...parts);
    const old = element(id);
    if (old.innerHTML !== fresh.innerHTML || old.dataset.about !== String(about)) {
        old.replaceChildren(...parts);
        old.dataset.about = about;
    }
}
