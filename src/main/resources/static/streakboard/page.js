import { streakboard } from "./client.js";
import { issuer } from "./token.js";
import { words } from "./words.js";

const LANGUAGE = "streakboard.language";

/** The parts of each view; a view asks the API for nothing before it is shown. */
const VIEWS = {
    today: ["streak-today", "streak-summary", "streak-month", "streak-year"],
    points: ["streak-points"],
    board: ["streak-board"],
};

const element = id => document.getElementById(id);

let said;
let who = null;

/** Takes the language of the learner's choice, or of the browser. */
async function speak(language) {
    said = await words(language);
    document.documentElement.lang = said.language;
    for (const each of document.querySelectorAll("[data-word]")) {
        each.textContent = said.say(each.dataset.word);
    }
    document.querySelector("nav").setAttribute("aria-label", said.say("page.views"));
    const other = said.name === "en" ? "zh" : "en";
    element("language").textContent = said.say("page.language");
    element("language").lang = other;
    for (const part of document.querySelectorAll(Object.values(VIEWS).flat().join())) {
        part.lang = said.language;
    }
    name();
    offline();
    who?.draw(said);
}

function name() {
    const view = shown();
    document.title = `${said.say(`view.${view}`)} · Streakboard`;
    document.querySelector("h1").textContent = said.say(`view.${view}`);
}

const shown = () => location.hash.slice(1) in VIEWS ? location.hash.slice(1) : "today";

/** Shows the view that the address names. */
function show() {
    for (const [view, parts] of Object.entries(VIEWS)) {
        const place = element(`${view}-view`);
        place.hidden = !who.known || view !== shown();
        if (!place.hidden && place.childElementCount === 0) {
            place.append(...parts.map(part => Object.assign(document.createElement(part), { lang: said.language })));
        }
        const link = document.querySelector(`nav a[href="#${view}"]`);
        view === shown() ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
    }
    element("entry").hidden = who.known;
    document.querySelector("nav").hidden = !who.known;
    name();
}

function offline() {
    element("offline").textContent = navigator.onLine ? "" : said.say("page.offline");
}

/** Another learner has come, or nobody is there: what is shown was somebody else's. */
function changed() {
    element("expired").hidden = true;
    streakboard.token = who.token;
    show();
}

async function begin() {
    await speak(localStorage.getItem(LANGUAGE) ?? navigator.language);
    element("language").addEventListener("click", () => {
        const chosen = said.name === "en" ? "zh-CN" : "en";
        localStorage.setItem(LANGUAGE, chosen);
        speak(chosen);
    });
    addEventListener("hashchange", () => {
        show();
        scrollTo(0, 0);
    });
    addEventListener("online", offline);
    addEventListener("offline", offline);
    addEventListener("streak-login", ({ detail }) => detail?.wanted ? who.again() : ask());
    document.querySelector("#expired button").addEventListener("click", () => who.again());
    navigator.serviceWorker?.register("streakboard/worker.js", { scope: "./" }).catch(console.warn);

    const place = { who: element("who"), enter: element("enter"), problem: element("entry-problem") };
    try {
        // Where no issuer is configured there is a picker of learners in development, and nobody else.
        const { someone } = await import(issuer.clientId ? "./someone.js" : new URL("../dev/someone.js", import.meta.url));
        who = await someone(place, changed);
    } catch (failure) {
        console.warn(failure);
        who = { known: false, draw: words => { place.problem.textContent = words.say(navigator.onLine ? "page.no-login" : "page.offline"); } };
    }
    who.draw(said);
    changed();
    await import("./streakboard.js");
}

/** The token is not taken any more: what is shown stays, to go on after a new login. */
function ask() {
    element("expired").hidden = !who.known;
}

begin();
