import { request } from "./api.js";
import { say } from "./say.js";
import { token } from "./token.js";

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

function status(message, classes = "") {
    element("status").textContent = message;
    element("status").className = classes;
}

/** Stays until the next action. */
export function complain(problem) {
    element("problem").hidden = !problem;
    element("problem").textContent = problem ?? "";
}

/** Has an endpoint do what a button says. Its body has the reason, if there was a question. */
export const act = (path, body, question, label = body.action) =>
    perform(label, reason => request(path, { ...body, ...reason && { reason } }), question);

/**
 * Does one thing at a time and returns the answer, null if there is none.
 *
 * @param ask is given the reason, if there was a question
 * @param question asked first, if there is one, together with a reason: a text that says what the action does, or
 *     {text, typed, reason, fields, tell}: typed has to be typed again, reason is false if none is needed, fields are to be
 *     filled in, and tell says what the action does by what they have
 * @param refused is told a failure before anybody else; whether it has shown the failure
 */
export async function perform(label, ask, question, refused = () => false) {
    const confirmation = busy ? null : question ? await confirmed(question) : {};
    if (confirmation === null || busy) {
        return null;
    }
    busy = true;
    complain(null);
    status(`${say(label)} …`, "wait");
    try {
        const answer = await ask(confirmation.reason);
        element("why").value = "";
        status(say("{label}: done", { label: say(label) }), "good");
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

/**
 * Null if the answer is no, as to a question that comes while another one is open. A reason stays for the next try of the
 * same until it was used.
 */
function confirmed(question) {
    const { text, typed, reason = true, fields = [], tell } = typeof question === "string" ? { text: question } : question;
    const dialog = element("confirm");
    if (dialog.open) {
        return null;
    }
    const about = tell ? fields.map(field => field.textContent).join() + element("learner-title").textContent : text;
    if (dialog.dataset.about !== about) {
        element("why").value = "";
    }
    dialog.dataset.about = about;
    element("fields").replaceChildren(...fields);
    element("again").hidden = !typed;
    element("typed").value = "";
    element("because").hidden = !reason;
    const given = () => element("why").value.trim();
    const check = () => {
        element("question").textContent = tell ? tell() : text;
        element("yes").disabled = typed && element("typed").value.trim() !== typed || reason && given() === ""
            || [...element("fields").querySelectorAll("input, select")].some(field => !field.checkValidity() || field.value === "");
    };
    dialog.oninput = check;
    check();
    dialog.returnValue = "no";
    dialog.showModal();
    (element("fields").querySelector("input, select") ?? (reason ? element("why") : null))?.focus();
    return new Promise(resolve =>
        dialog.addEventListener("close", () =>
            resolve(dialog.returnValue === "yes" ? { reason: given() } : null), { once: true }));
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
