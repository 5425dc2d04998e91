/** In development the learner is picked from a list; the first on it is new. */

const PICKED = "streakboard.learner";

const FIRST = 1001;

/** Whether learners are known by texts; the server says it. */
const TEXTS = false;

const key = number => TEXTS ? `00000000-0000-4000-8000-${String(number).padStart(12, "0")}` : number;

export async function someone({ who, enter }, changed) {
    const names = await (await fetch("/dev/learners.json")).json();
    const picked = () => JSON.parse(sessionStorage.getItem(PICKED) ?? "null");
    const known = names.map((name, index) => ({ learner: key(FIRST + index), name }));
    const isNew = picked() !== null && known.every(({ learner }) => learner !== picked().learner);
    const learners = [
        { learner: isNew ? picked().learner : key(FIRST + names.length + Math.floor(Math.random() * 1e6)), name: "?" }, ...known];
    let token = null;
    const pick = document.createElement("select");
    pick.append(...learners.map(({ name }, index) => new Option(name, index)));
    pick.selectedIndex = Math.max(0, learners.findIndex(({ learner }) => learner === picked()?.learner));
    const take = () => {
        sessionStorage.setItem(PICKED, JSON.stringify(learners[pick.selectedIndex]));
        token = null;
        changed();
        place();
    };
    const go = Object.assign(document.createElement("button"), { className: "main" });
    const place = () => picked() ? who.append(pick) : enter.append(pick, go);
    pick.addEventListener("change", take);
    go.addEventListener("click", take);
    place();
    return {
        get known() {
            return picked() !== null;
        },
        async token(refused) {
            if (picked() !== null && (token === null || token === refused)) {
                const response = await fetch("/dev/tokens", {
                    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(picked()),
                });
                token = (await response.json()).token;
            }
            return token;
        },
        again: changed,
        draw(words) {
            pick.setAttribute("aria-label", words.name === "zh" ? "学习者" : "Learner");
            learners[0].name = words.name === "zh" ? "新同学" : "Somebody new";
            pick.options[0].text = learners[0].name;
            go.textContent = words.say("page.log-in");
        },
    };
}
