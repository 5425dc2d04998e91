import { complain, perform } from "./actions.js";
import { text } from "./elements.js";

/**
 * Has a form do something when it is submitted. What the server says against a field stands beside the field, whose
 * name is the server's.
 *
 * @param does makes of the values {label, ask, question}
 * @param done takes the answer
 */
export function onSubmit(form, does, done) {
    form.addEventListener("submit", async event => {
        event.preventDefault();
        const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
        const { label, ask, question } = does(values, event.submitter);
        clear(form);
        const answer = await perform(label, ask, question, failure => refused(form, failure));
        if (answer !== null) {
            done(answer, values);
        }
    });
}

/** Shows what is wrong with the fields, and complains about what is wrong besides; whether there was any field. */
function refused(form, { errors = [] }) {
    const shown = errors.filter(({ field }) => form.elements[field]);
    shown.forEach(({ field, message }) => mark(form.elements[field], message));
    const others = errors.filter(({ field }) => !form.elements[field]);
    if (shown.length > 0 && others.length > 0) {
        complain(others.map(({ field, message }) => `${field}: ${message}`).join(", "));
    }
    form.querySelector("[aria-invalid]")?.focus();
    return shown.length > 0;
}

function mark(field, message) {
    const note = text("span", message, "bad note");
    note.id = `${field.form.id}-${field.name}-note`;
    field.after(note);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", note.id);
}

function clear(form) {
    form.querySelectorAll(".note").forEach(note => note.remove());
    form.querySelectorAll("[aria-invalid]").forEach(field => {
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
    });
}
