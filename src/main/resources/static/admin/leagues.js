import { act, element, update } from "./actions.js";
import { button, number, table, text, time } from "./elements.js";

/** The cohorts of this week by tier, and the last weeks. */
export function renderLeagues({ week, tiers, weeks }) {
    element("leagues-card").hidden = false;
    update("leagues-actions", [button("Rehearse the end of this week", rehearse)]);
    update("leagues", [
        tiers.length === 0 ? text("p", "Nobody has points in this week yet.", "quiet")
            : table(["Tier", "Cohorts", "Learners", "Points"], tiers.map(({ tier, cohorts, members, points }) =>
                ({ cells: [tier, number(cohorts), number(members), number(points)] })), `Week of ${week}`),
        table(["Week of", "Ended", "Learners", "Points", "Risen", "Fallen"], weeks.map(row)),
        ...weeks.filter(({ failure }) => failure)
            .map(({ week, failure, endedAt }) =>
                text("p", `The week of ${week} ${endedAt ? "was ended without a proof" : "does not end"}: ${failure}`, "bad reason"))]);
}

const row = ({ week, endedAt, members, points, promoted, demoted }) =>
    ({ cells: [week, endedAt ? time(endedAt) : text("span", "goes on", "wait"), ...[members, points, promoted, demoted].map(number)] });

async function rehearse() {
    const answer = await act("leagues", { action: "rehearse" });
    element("rehearsed").textContent = answer
        ? `If this week ended now, ${answer.rehearsal.promoted.toLocaleString()} would rise and ${answer.rehearsal.demoted.toLocaleString()} fall.` : "";
}
