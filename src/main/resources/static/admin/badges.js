import { act, element, update } from "./actions.js";
import { button, number, table, text, tone } from "./elements.js";
import { say, time as said } from "./say.js";

/** How often each level was given, and the last run over all learners. */
export function renderBadges({ badges, given, run }) {
    element("badges-card").hidden = !badges.length && !given.length;
    update("badges-actions", [button("Look through all learners", () => act("badges", { action: "run" },
        say("Give each learner the badges that the learner has earned? It may take minutes.")), "plain", run?.state === "RUNNING")]);
    const known = new Set(badges.map(({ name }) => name));
    const levels = badges.flatMap(({ name, condition, levels }) => levels.map(level => ({ name, level, condition })));
    const former = given.filter(({ badge }) => !known.has(badge))
        .map(({ badge, level }) => ({ name: badge, level, condition: say("no longer configured") }));
    update("badges", [
        table(["Badge", "Level", "Condition", "Given", "Withdrawn"], [...levels, ...former].map(({ name, level, condition }) => {
            const count = given.find(each => each.badge === name && each.level === level);
            return { cells: [name, number(level), condition, number(count?.given ?? 0), number(count?.withdrawn ?? 0)] };
        })),
        text("p", run ? told(run) : say("There was no run yet."), run ? tone(run.state) : "quiet")]);
}

const told = ({ state, startedAt, learners, given, failure }) =>
    say("Run {state}, {time}: {learners} learners, {n} badges given", { state: say(state), time: said(startedAt), learners, n: given })
        + (failure ? `; ${failure}` : "");
