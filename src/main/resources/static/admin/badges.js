import { act, element, update } from "./actions.js";
import { button, number, table, text, tone } from "./elements.js";

/** How often each level was given, and the last run over all learners. */
export function renderBadges({ badges, given, run }) {
    element("badges-card").hidden = !badges.length && !given.length;
    update("badges-actions", [button("Look through all learners", () => act("badges", { action: "run" },
        "Give each learner the badges that the learner has earned? It may take minutes."), "plain", run?.state === "RUNNING")]);
    const known = new Set(badges.map(({ name }) => name));
    const levels = badges.flatMap(({ name, condition, levels }) => levels.map(level => ({ name, level, condition })));
    const former = given.filter(({ badge }) => !known.has(badge))
        .map(({ badge, level }) => ({ name: badge, level, condition: "no longer configured" }));
    update("badges", [
        table(["Badge", "Level", "Condition", "Given", "Withdrawn"], [...levels, ...former].map(({ name, level, condition }) => {
            const count = given.find(each => each.badge === name && each.level === level);
            return { cells: [name, number(level), condition, number(count?.given ?? 0), number(count?.withdrawn ?? 0)] };
        })),
        text("p", run ? told(run) : "There was no run yet.", run ? tone(run.state) : "quiet")]);
}

const told = ({ state, startedAt, learners, given, failure }) =>
    `Run ${state}, ${new Date(startedAt).toLocaleString()}: ${learners.toLocaleString()} learners, ${given.toLocaleString()} badges given`
        + (failure ? `; ${failure}` : "");
