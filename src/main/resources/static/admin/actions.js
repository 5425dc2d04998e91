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

/** Has an endpoint do what a button says. */
export const act = (path, body, question) => perform(body.action, () => request(path, body), question);

/**
 * Does one thing at a time and returns the answer, null if there is none.
 *
 * @param question asked first, if there is one: a text, or {text, typed} if something has to be typed again
 * @param refused is told a failure before anybody else; whether it has shown the failure
 */
export async function perform(label, ask, question, refused = () => false) {
    if (busy || (question && !await confirmed(question))) {
        return null;
    }
    busy = true;
    complain(null);
    status(`${label} …`, "wait");
    try {
        const answer = await ask();
        status(`${label}: done`, "good");
        return answer;
    } catch (failure) {
        status("");
        forgetIfRefused(failure);
        if (!refused(failure)) {
            complain(failure.message);
        }
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
    const { text, typed } = typeof question === "string" ? { text: question } : question;
    const dialog = element("confirm");
    element("question").textContent = text;
    element("again").hidden = !typed;
    element("typed").value = "";
    element("yes").disabled = Boolean(typed);
    element("typed").oninput = () => { element("yes").disabled = element("typed").value.trim() !== typed; };
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
