import { html, nothing } from "./part.js";

/** Who stands in a row of a ranking. */
export function named(part, { member, name, avatar }, mine) {
    const shown = name ?? unnamed(part, member);
    const text = html`<bdi>${shown}</bdi> ${mine ? html`<span class="you">${part.say("board.you")}</span>` : nothing}`;
    return part.hasAttribute("pictures") ? html`<span class="named">${face(shown, avatar)}<span>${text}</span></span>` : text;
}

/** The first letter, and over it the picture, if there is one and it loads. Its host is not told where it is shown. */
const face = (name, picture) => html`
    <span class="face" aria-hidden="true">${[...name][0]}${picture ? html`
        <img src=${picture} alt="" width="32" height="32" loading="lazy" decoding="async" referrerpolicy="no-referrer"
             @load=${({ target }) => { target.hidden = false; }} @error=${({ target }) => { target.hidden = true; }}>` : nothing}</span>`;

function unnamed(part, member) {
    if (Number(member) < 0) {
        return part.say("board.gone");
    }
    return member.startsWith("~") ? part.say("board.nobody") : /^\d+$/.test(member) ? part.say("board.learner", { id: member }) : member;
}
