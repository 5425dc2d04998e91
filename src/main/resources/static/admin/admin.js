import { ACTED, act, complain, element, forgetIfRefused, show, update } from "./actions.js";
import { request, requestIfThere, wasTaken } from "./api.js";
import { renderBadges } from "./badges.js";
import { loadBoards, renderBoards } from "./boards.js";
import { Card } from "./cards.js";
import { button, facts, table, text, time, tone } from "./elements.js";
import "./attendance.js";
import { loadAudit, renderAudit } from "./audit.js";
import { loadImports, renderImports } from "./imports.js";
import { renderLeagues } from "./leagues.js";
import { loadLearner, renderLearner } from "./learner.js";
import { canLogIn, comeBack, logIn, logInBeside } from "./login.js";
import { parkedEntries, parkedEvents } from "./parked.js";
import { chosen, loadSeason, renderSeason } from "./season.js";
import { say, sayAll, time as said } from "./say.js";
import { loadToday, renderToday, told } from "./today.js";
import { token } from "./token.js";
import { renderWebhooks } from "./webhooks.js";
import "./xapi.js";

const REFRESH_MILLIS = 2_000;

/** The server computes the figures of today anew each minute at most. */
const REFRESHES_A_LOOK_AT_TODAY = 5;

/** Boards are asked for with each of so many refreshes, as Redis has to measure them. */
const REFRESHES_A_LOOK_AT_BOARDS = 5;

const PARTS = {
    db: "MySQL", redis: "Redis", journal: "Journal", settlement: "Settlement",
    apiPort: "API", diskSpace: "Disk", livenessState: "Liveness",
    readinessState: "Readiness", ping: "Actuator", ssl: "Certificates", rulebook: "Rulebook",
};

let timer = null;

const cards = [
    new Card("today", loadToday, renderToday, REFRESHES_A_LOOK_AT_TODAY),
    new Card("health", () => request("health"), renderHealth),
    new Card("seasons", () => request("seasons"), told("seasons", renderSeasons)),
    new Card("season-detail", loadSeason, renderSeason),
    new Card("learner-detail", loadLearner, renderLearner),
    new Card("imports", loadImports, told("imports", renderImports)),
    new Card("boards", loadBoards, told("boards", renderBoards), REFRESHES_A_LOOK_AT_BOARDS),
    new Card("leagues", () => requestIfThere("leagues"), told("leagues", renderLeagues)),
    new Card("badges", () => requestIfThere("badges"), told("badges", renderBadges)),
    new Card("signins", () => request("signins"), told("signins", renderSignIns)),
    new Card("journal", () => request("journal"), renderJournal),
    new Card("events", () => request("events"), renderEvents),
    new Card("webhooks", () => request("webhooks"), renderWebhooks),
    new Card("audit", loadAudit, renderAudit, REFRESHES_A_LOOK_AT_BOARDS),
];

/** Never waits for a card: one that gets no answer must not hold up the others. */
function refresh() {
    clearTimeout(timer);
    timer = setTimeout(refresh, REFRESH_MILLIS);
    show(token.known());
    if (token.known() && document.visibilityState === "visible") {
        cards.forEach(card => card.refresh().catch(forgetIfRefused));
        renderAbout();
    }
}

const tell = failure => complain(failure.message);

/** Version and zone do not change while the page is open. */
async function renderAbout() {
    if (element("about").textContent !== "") {
        return;
    }
    const { build, git, zone } = await request("info").catch(() => ({}));
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    element("about").textContent = [build?.version, git?.commit?.id, zone && say("days in {zone}, times here in {here}", { zone, here })]
        .filter(part => part).join(" · ");
}

/** What is not UP first, with its reason. */
function renderHealth(health) {
    const parts = Object.entries(health.components ?? {})
        .sort(([, one], [, other]) => (one.status === "UP") - (other.status === "UP"));
    element("health").replaceChildren(
        text("li", say("All {status}", { status: say(health.status) }), `pill ${tone(health.status)}`),
        ...parts.map(([name, part]) => {
            const item = text("li", `${say(PARTS[name] ?? name)} ${say(part.status)}`, `pill ${tone(part.status)}`);
            item.title = JSON.stringify(part.details ?? {}, null, 1);
            return item;
        }));
    update("health-reasons", parts.filter(([, part]) => part.status !== "UP" && part.details)
        .map(([name, part]) => text("p", `${say(PARTS[name] ?? name)}: ${detailed(part.details)}`, "bad reason")));
}

/** Without the class of an exception in front. */
const detailed = details => details.error?.replace(/^[\w.$]+: /, "") ?? Object.entries(details)
    .map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : value}`).join(", ");

function renderSeasons({ seasons, mismatches }) {
    const rows = seasons.map(season => {
        const state = mismatches.includes(season.name) ? "MISMATCH" : season.state;
        return {
            selected: [String(season.id), season.name].includes(chosen()),
            cells: [
                button(season.name, () => { location.hash = season.id; }, "link"),
                text("span", season.held ? say("{state}, held", { state: say(state) }) : say(state), tone(state)), time(season.startsAt), time(season.endsAt)],
        };
    });
    update("seasons", rows.length === 0 ? [text("p", say("There are no seasons yet."), "quiet")]
        : [table(["Season", "State", "From", "To"], rows)]);
}

function renderSignIns({ degraded, inProgress, drift, run }) {
    update("signins-actions", [
        button("Compare", () => act("signins", { action: "verify" }), "", inProgress),
        button("Repair", () => act("signins", { action: "rebuild" },
            say("Repair all differences between bitmaps and MySQL?")), "plain", inProgress)]);
    const state = degraded ? text("p", say("Bitmaps may have gaps; calendars are read from MySQL."), "bad")
        : text("p", say("Bitmaps are complete."), "good");
    const caption = run && `${say(run.kind)} ${say(run.state)}, ${said(run.startedAt)}`;
    update("signins", drift ? [state, facts(drift, caption)] : [state]);
}

function renderJournal({ partitions, parked }) {
    const backlog = partitions.reduce((sum, partition) => sum + partition.backlog, 0);
    const total = partitions.reduce((sum, partition) => sum + partition.parked, 0);
    const oldest = Math.max(0, ...partitions.map(partition => partition.oldestSeconds));
    const waiting = text("p", backlog === 0 ? say("Nothing waits.")
        : say("{n} sign-ins wait, the oldest for {s} s.", { n: backlog, s: oldest }), backlog === 0 ? "good" : "wait");
    update("journal-actions", total === 0 ? [] : [button("Try all again", () => act("journal", { action: "replay" },
        say("Record all {n} sign-ins that were given up again, each for its own day?", { n: total })))], total);
    update("journal", parked.length === 0 ? [waiting] : [
        waiting,
        text("h3", say("Given up: {n}", { n: total }), "bad"),
        parkedEntries(parked),
        ...total > parked.length ? [text("p", say("The first {n}.", { n: parked.length }), "quiet")] : []]);
}

function renderEvents({ open, failed, parked, parkedPublications }) {
    update("events-actions", open + parked === 0 ? []
        : [button("Deliver again", () => act("events", { action: "resubmit" },
            say("Deliver all events that wait or were given up once more? Listeners take each one only once.")))]);
    const numbers = text("p", open + parked === 0 ? say("All are delivered.")
        : say("{open} open, {failed} of them failed, {parked} given up.", { open, failed, parked }), parked > 0 ? "bad" : open > 0 ? "wait" : "good");
    update("events", parkedPublications.length === 0 ? [numbers] : [
        numbers,
        parkedEvents(parkedPublications)]);
}

function entered() {
    complain(null);
    cards.forEach(card => card.reset());
    refresh();
}

element("enter").addEventListener("submit", event => {
    event.preventDefault();
    token.keep(element("token").value.trim());
    element("token").value = "";
    entered();
});
element("leave").addEventListener("click", () => {
    token.forget();
    refresh();
});
addEventListener(ACTED, refresh);
addEventListener("hashchange", refresh);
document.addEventListener("visibilitychange", refresh);
sayAll(document.body, element("language"));
element("login").hidden = !canLogIn();
element("login").addEventListener("click", () => (wasTaken() ? logInBeside(entered, tell) : logIn()).catch(tell));
comeBack().catch(tell).finally(refresh);
