import { isBusy } from "./actions.js";
import { text } from "./elements.js";
import { say } from "./say.js";

/**
 * A part of the page that asks for its own content. When it gets none it keeps showing the last, with its age and the
 * reason, whatever happens to the others.
 */
export class Card {
    #section;
    #load;
    #render;
    #every;
    #turns = 0;
    #asking = false;
    #shownAt = null;
    #note = text("p", say("Loading …"), "quiet age");

    /**
     * @param load asks; undefined: there is nothing new to show
     * @param every with how many refreshes of the page it asks once
     */
    constructor(id, load, render, every = 1) {
        this.#section = document.getElementById(id).closest("section");
        this.#load = load;
        this.#render = render;
        this.#every = every;
        this.#section.querySelector("h2").after(this.#note);
    }

    /** Fails only if the admin has to sign in again. */
    async refresh() {
        if (this.#asking || this.#turns++ % this.#every !== 0) {
            return;
        }
        this.#asking = true;
        try {
            const content = await this.#load();
            if (content === undefined) {
                this.#turns = 0;
            } else {
                this.#render(content);
                this.#show();
            }
        } catch (failure) {
            if (failure.refused) {
                throw failure;
            }
            this.#keep(failure);
        } finally {
            this.#asking = false;
        }
    }

    #show() {
        this.#shownAt = Date.now();
        this.#section.removeAttribute("data-stale");
        this.#note.hidden = true;
    }

    #keep(failure) {
        const age = this.#shownAt === null ? say("Not loaded yet")
            : say("As of {time}, {age} old", { time: new Date(this.#shownAt).toLocaleTimeString(), age: duration(Date.now() - this.#shownAt) });
        const note = `${age}: ${failure.message}`;
        const told = this.#note.className === "bad age" && !this.#note.hidden;
        if (this.#note.textContent !== note && !(told && isBusy())) {
            this.#note.textContent = note;
        }
        this.#note.className = "bad age";
        this.#note.hidden = false;
        if (this.#shownAt !== null) {
            this.#section.dataset.stale = "";
        }
    }

    /** As if it had never been shown, for somebody else. */
    reset() {
        this.#shownAt = null;
        this.#turns = 0;
        this.#section.removeAttribute("data-stale");
        this.#note.textContent = say("Loading …");
        this.#note.className = "quiet age";
        this.#note.hidden = false;
    }
}

function duration(millis) {
    const seconds = Math.round(millis / 1000);
    return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
