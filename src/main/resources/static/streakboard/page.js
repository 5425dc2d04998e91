import { client, news, streakboard } from "./client.js";
import { issuer } from "./token.js";
import { words } from "./words.js";

const LANGUAGE = "streakboard.language";

/**
 * Each view with its parts, whose files are loaded when it is shown for the first time; so it asks the API for nothing
 * before. A view within another one is there unless the API has no feature of this name; so nothing moves once it is known.
 */
const VIEWS = {
    today: { parts: ["today", "summary", "month", "year"], files: ["today", "summary", "calendar"] },
    points: { parts: ["points"] },
    board: { parts: ["board"] },
    leagues: { parts: ["league"], within: "board" },
    groups: { parts: ["groups"], within: "board" },
    me: { parts: ["me", "badges", "privacy"], files: ["me", "privacy"] },
};

/** The views that have their parts, or will in a moment. */
const filled = new Set();

const element = id => document.getElementById(id);

const all = selector => [...document.querySelectorAll(selector)];

let said;
let who = null;

/** Takes the language of the learner's choice, or of the browser. */
async function speak(language) {
    said = await words(language);
    document.documentElement.lang = said.language;
    for (const each of all("[data-word]")) {
        each.textContent = said.say(each.dataset.word);
    }
    element("views").setAttribute("aria-label", said.say("page.views"));
    const other = said.name === "en" ? "zh" : "en";
    element("language").textContent = said.say("page.language");
    element("language").lang = other;
    for (const part of all(".view > *")) {
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
    for (const nav of all("nav.within")) {
        nav.setAttribute("aria-label", said.say(`view.${nav.dataset.of}`));
    }
}

/** An invitation to a group, which the login keeps: the code comes after it. */
const JOIN = "#join=";

const shown = () => location.hash.startsWith(JOIN) ? "groups" : location.hash.slice(1) in VIEWS ? location.hash.slice(1) : "today";

/** Shows the view that the address names. */
function show() {
    const view = shown();
    const top = VIEWS[view].within ?? view;
    for (const each of Object.keys(VIEWS)) {
        const place = element(`${each}-view`);
        place.hidden = !who.known || each !== view;
        if (!place.hidden && !filled.has(each)) {
            fill(each);
        }
    }
    for (const link of all("nav a")) {
        const to = link.hash.slice(1);
        to === view ? link.setAttribute("aria-current", "page")
            : to === top && link.closest("#views") ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
        link.hidden = VIEWS[to].within !== undefined && to !== view && client().features?.includes(to) === false;
    }
    for (const nav of all("nav.within")) {
        nav.hidden = !who.known || nav.dataset.of !== top || nav.querySelectorAll("a:not([hidden])").length < 2;
    }
    element("entry").hidden = who.known;
    element("views").hidden = !who.known;
    name();
}

/** All parts at once, so that none moves another. Without a connection files may be missing; then it is tried when shown again. */
async function fill(view) {
    const { parts, files = parts } = VIEWS[view];
    filled.add(view);
    try {
        await Promise.all(files.map(file => import(`./${file}.js`)));
        const made = parts.map(part => Object.assign(document.createElement(`streak-${part}`), { lang: said.language }));
        look(made);
        element(`${view}-view`).append(...made);
    } catch (failure) {
        console.warn(failure);
        filled.delete(view);
    }
}

/** Pictures come from elsewhere, so they are shown only if the page's policy allows them; badges unless there are none. */
function look(parts = all(".view > *")) {
    for (const part of parts) {
        part.toggleAttribute("pictures", client().features?.includes("pictures") === true);
        part.hidden = part.localName === "streak-badges" && client().features?.includes("badges") === false;
        if (part.localName === "streak-groups") {
            const code = location.hash.startsWith(JOIN) ? location.hash.slice(JOIN.length) : "";
            part.getAttribute("code") === code || part.setAttribute("code", code);
            part.getAttribute("invite") ?? part.setAttribute("invite", location.origin + location.pathname + JOIN);
        }
    }
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
    streakboard.claim = issuer.claim ?? "sub";
    await speak(localStorage.getItem(LANGUAGE) ?? navigator.language);
    element("language").addEventListener("click", () => {
        const chosen = said.name === "en" ? "zh-CN" : "en";
        localStorage.setItem(LANGUAGE, chosen);
        speak(chosen);
    });
    addEventListener("hashchange", () => {
        show();
        look();
        scrollTo(0, 0);
    });
    addEventListener("online", () => {
        offline();
        show();
    });
    addEventListener("offline", offline);
    addEventListener("streak-login", ({ detail }) => detail?.wanted ? who.again() : ask());
    news.addEventListener("features", () => {
        show();
        look();
    });
    document.querySelector("#expired button").addEventListener("click", () => who.again());
    navigator.serviceWorker?.register("streakboard/worker.js", { scope: "./" }).catch(console.warn);

    const place = {
        who: element("who"), enter: element("enter"), problem: element("entry-problem"), again: element("again-problem"),
    };
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
}

/** The token is not taken any more: what is shown stays, to go on after a new login. */
function ask() {
    element("expired").hidden = !who.known;
}

begin();
