import { act, element, update } from "./actions.js";
import { button, number, table, text, time } from "./elements.js";
import { day, say } from "./say.js";

/** The cohorts of this week by tier, and the last weeks. */
export function renderLeagues({ week, tiers, weeks }) {
    element("leagues-card").hidden = false;
    update("leagues-actions", [button("Rehearse the end of this week", rehearse)]);
    update("leagues", [
        tiers.length === 0 ? text("p", say("Nobody has points in this week yet."), "quiet")
            : table(["Tier", "Cohorts", "Learners", "Points"], tiers.map(({ tier, cohorts, members, points }) =>
                ({ cells: [tier, number(cohorts), number(members), number(points)] })), say("Week of {week}", { week: day(week) })),
        table(["Week of", "Ended", "Learners", "Points", "Risen", "Fallen"], weeks.map(row)),
        ...weeks.filter(({ failure }) => failure).flatMap(failed)]);
}

const row = ({ week, endedAt, members, points, promoted, demoted }) =>
    ({ cells: [day(week), endedAt ? time(endedAt) : text("span", say("goes on"), "wait"), ...[members, points, promoted, demoted].map(number)] });

const failed = ({ week, failure, endedAt }) => [
    text("p", say(endedAt ? "The week of {week} was ended without a proof: {failure}" : "The week of {week} does not end: {failure}",
        { week: day(week), failure }), "bad reason"),
    ...endedAt ? [] : [button("End it without a proof", () => end(week), "plain danger")],
];

const end = week => act("leagues", { action: "end", week },
    say("End the week of {week} with the points and places that its cohorts have? Points that are still missing never count for it. Only the oldest week that is over can be ended.",
        { week: day(week) }), say("End the week of {week}", { week }));

async function rehearse() {
    const answer = await act("leagues", { action: "rehearse" });
    element("rehearsed").textContent = answer
        ? say("If this week ended now, {promoted} would rise and {demoted} fall.", answer.rehearsal) : "";
}
