import { canLogIn, comeBack, logIn, logInBeside } from "./login.js";
import { currentToken, isReplaced, token } from "./token.js";

/** The learner who has logged in at the issuer, or nobody yet. */
export async function someone({ who, enter, problem, again }, changed) {
    let words = null;
    let failure = null;
    const tell = latest => {
        failure = latest;
        [problem, again].forEach(each => {
            each.textContent = failure === null || words === null ? "" : sentence(failure, words);
        });
    };
    const leave = button(() => {
        token.forget();
        location.reload(); // nothing of the learner stays
    });
    const come = button(logIn);
    come.className = "main";
    who.append(leave);
    enter.append(come);
    come.disabled = !canLogIn();
    await comeBack().catch(tell);
    return {
        get known() {
            leave.hidden = !token.known();
            return token.known();
        },
        /** Given a token that was refused, another one or null. */
        async token(refused) {
            if (refused && !await isReplaced(refused)) {
                return null;
            }
            return currentToken();
        },
        /** In a window of its own: the page stays where it is. */
        again() {
            tell(null);
            return logInBeside(changed, tell).catch(tell);
        },
        draw(given) {
            words = given;
            tell(failure);
            leave.textContent = words.say("page.log-out");
            come.textContent = words.say("page.log-in");
        },
    };
}

function sentence({ blocked, reason }, words) {
    if (blocked) {
        return words.say("login.window");
    }
    return reason ? words.say("login.refused", { reason }) : words.say("login.failed");
}

function button(onClick) {
    const made = document.createElement("button");
    made.addEventListener("click", onClick);
    return made;
}
