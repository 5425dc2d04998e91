import { element, perform, update } from "./actions.js";
import { request } from "./api.js";
import { button, number, table, text, time } from "./elements.js";
import { say } from "./say.js";

/** A button for the first places of a ranking. */
export const topOf = (board, query, label) => button("Top", () => show(board, query, label), "plain");

async function show(board, query, label, before = []) {
    const page = await perform(say("Top of {label}", { label }),
        () => request(`top/${encodeURIComponent(board)}?${new URLSearchParams(query)}`));
    if (!page) {
        return;
    }
    const places = [...before, ...page.items];
    element("top-section").hidden = false;
    element("top-title").textContent = say("Top of {label}", { label });
    update("top", places.length === 0 ? [text("p", say("Nobody is ranked."), "quiet")] : [
        ...page.degraded ? [text("p", say("Redis has lost this ranking; it is being rebuilt."), "wait")] : [],
        table(["Rank", "Member", "Name", "Score", "Reached"], places.map(each => ({
            cells: [number(each.rank), each.member, text("span", each.name ?? "", "wide"), number(each.score),
                each.reachedAt ? time(each.reachedAt) : ""],
        })), say("{n} of {total}", { n: places.length, total: page.total }))]);
    update("top-actions", page.next
        ? [button("More", () => show(board, { ...query, cursor: page.next }, label, places), "plain")] : [],
        page.next ?? label);
    element("top-section").scrollIntoView({ block: "nearest" });
}
