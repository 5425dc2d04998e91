import { act, element, update } from "./actions.js";
import { request } from "./api.js";
import { bytes, button, comparison, number, table, text, time } from "./elements.js";
import { say } from "./say.js";
import { topOf } from "./top.js";

const EDITIONS_SHOWN = 5;
const QUESTIONS = {
    rebuild: "Rebuild it from MySQL?",
    reset: "Start it again without scores? The old ranking is kept until its time is over.",
    close: "End it now? It takes no more scores, and its ranking becomes final.",
    hide: "Leave this member out of all rankings of the board?",
    show: "Rank this member again?",
    remove: "Remove this member's scores from this edition?",
    rename: "Give this member's scores to the other name, on all editions?",
    merge: "Add this member's scores to the other's, on all editions?",
};

/** What is done to one edition; all else is done to the whole board. */
const TO_AN_EDITION = ["rebuild", "reset", "close", "remove"];

/** Done to an edition over all partitions, these are done in each partition as well. */
const IN_PARTITIONS = ["reset", "close", "remove"];

/** Where the page of a board's editions begins, if not with the newest. */
const before = {};
let boards = [];
let chosen = null;
/** The last answer of a comparison, which is not polled: it reads the whole edition. */
let compared = null;

/** Not with each refresh: Redis measures each key. */
export async function loadBoards() {
    const pages = await Promise.all([
        request(`boards?limit=${EDITIONS_SHOWN}`),
        ...Object.entries(before).map(([board, id]) =>
            request(`boards?limit=${EDITIONS_SHOWN}&board=${encodeURIComponent(board)}&before=${id}`)),
    ]);
    const older = Object.fromEntries(pages.slice(1).flatMap(page => page.boards).map(board => [board.board, board]));
    boards = pages[0].boards.map(board => older[board.board] ?? board);
    return boards;
}

export function renderBoards() {
    chosen ??= current();
    const rows = boards.flatMap(board => board.editions.map(edition => ({
        selected: chosen?.board === board.board && chosen.edition.id === edition.id,
        cells: [
            button(label(board, edition), () => choose(board, edition), "link"),
            board.title, number(edition.members), bytes(edition.bytes),
            text("span", say(edition.degraded ? "lost, being rebuilt" : "complete"), edition.degraded ? "bad" : "good"),
            edition.keptUntil ? time(edition.keptUntil) : ""],
    })));
    const unused = boards.filter(board => board.editions.length === 0).map(board => board.board).join(", ");
    const empty = unused ? [text("p", say("No scores yet: {boards}.", { boards: unused }), "quiet")] : [];
    const editions = rows.length === 0 ? [text("p", say("There are no editions yet."), "quiet")]
        : [table(["Edition", "Board", "Members", "Memory", "Redis", "Kept until"], rows)];
    update("boards", [...editions, ...empty], JSON.stringify(boards));
    update("boards-pages", boards.flatMap(board => [
        ...board.next ? [button(say("Older of {board}", { board: board.board }), () => turn(board.board, board.next), "plain")] : [],
        ...before[board.board] ? [button(say("Newest of {board}", { board: board.board }), () => turn(board.board, null), "plain")] : [],
    ]), JSON.stringify(boards));
    renderChosen();
}

function current() {
    const points = boards.find(board => board.board === "points");
    const now = Date.now();
    const edition = points?.editions.find(each => Date.parse(each.startsAt) <= now && now < Date.parse(each.endsAt))
        ?? points?.editions[0];
    return edition ? { board: "points", edition } : null;
}

const label = ({ board }, { period, partition, version }) =>
    [board, period, partition, version > 1 ? `v${version}` : null].filter(part => part).join(" ");

function choose(board, edition) {
    chosen = { board: board.board, edition };
    compared = null;
    renderBoards();
}

async function turn(board, to) {
    if (to) {
        before[board] = to;
    } else {
        delete before[board];
    }
    await loadBoards();
    renderBoards();
}

function renderChosen() {
    const configured = chosen && chosen.board !== "points";
    element("edition").hidden = !chosen;
    element("moderation").hidden = !configured;
    if (!chosen) {
        return;
    }
    element("edition-title").textContent = label(chosen, chosen.edition);
    update("edition-actions", [
        topOf(chosen.board, target(chosen), label(chosen, chosen.edition)),
        button("Compare", does("verify")),
        button("Rebuild from MySQL", does("rebuild"), "plain"),
        ...configured ? [button("Reset", does("reset"), "plain"), button("Close", does("close"), "plain danger")] : [],
    ], JSON.stringify(chosen));
    update("edition-detail", compared
        ? comparison(compared, compared.degraded ? say("Not rebuilt yet since Redis lost it") : null)
        : [text("p", say("Not compared since it was chosen."), "quiet")]);
}

const target = ({ board, edition: { period, partition } }) =>
    board === "points" ? { season: period } : { period, ...partition ? { partition } : {} };

const does = (action, about = {}) => async () => {
    const { board, edition } = chosen;
    const what = TO_AN_EDITION.includes(action) ? label(chosen, edition) : board;
    const also = IN_PARTITIONS.includes(action) && !edition.partition ? ` ${say("In each partition, too, if the board has them.")}` : "";
    const question = QUESTIONS[action] && `${what}: ${say(QUESTIONS[action])}${also}`;
    const answer = await act(`boards/${encodeURIComponent(board)}`,
        { action, ...target(chosen), ...about }, about.member ? `${about.member}, ${question}` : question);
    if (!answer) {
        return;
    }
    compared = answer.drift ? answer : compared;
    if (action === "reset") {
        chosen = { board, edition: { ...edition, version: answer.version } };
    }
    element("moderated").textContent = answer.member ? say("{member}: {action} is done.", { member: answer.member, action: say(answer.action) }) : "";
    await loadBoards();
    renderBoards();
};

element("moderation").addEventListener("submit", event => {
    event.preventDefault();
    const member = element("member").value.trim();
    const to = element("to").value.trim();
    does(event.submitter.value, { member, ...to ? { to } : {} })();
});
