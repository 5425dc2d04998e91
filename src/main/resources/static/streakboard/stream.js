const LONGEST_PAUSE_MILLIS = 60_000;

/** Longer than the server is ever silent. */
const SILENCE_MILLIS = 30_000;

/**
 * Follows server-sent events until the signal ends it, and begins again after each break: an {@code EventSource} cannot
 * send a token.
 *
 * @param on is given the name of each event and what it says
 */
export async function follow(api, path, on, signal) {
    let seen = null;
    for (let breaks = 0; !signal.aborted; breaks++) {
        let wanted = 0;
        try {
            const headers = seen === null ? {} : { "Last-Event-ID": seen };
            for await (const { id, event, data } of events(api, path, headers, signal)) {
                breaks = 0;
                seen = id ?? seen;
                on(event, JSON.parse(data));
            }
        } catch (failure) {
            if (failure.kind === "problem" && failure.problem) {
                return; // the API says why; what a proxy says passes, and so does a token that is not renewed yet
            }
            wanted = failure.seconds * 1000 || 0;
        }
        await pause(Math.max(wanted, Math.min(LONGEST_PAUSE_MILLIS, 1000 * 2 ** breaks)) * (1 + Math.random()), signal);
    }
}

/** The events of one connection, which is given up when it is silent. */
async function* events(api, path, headers, signal) {
    const given = new AbortController();
    const end = () => given.abort();
    signal.addEventListener("abort", end);
    let silence = setTimeout(end, SILENCE_MILLIS);
    try {
        const reader = (await api.stream(path, headers, given.signal)).getReader();
        let rest = "";
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
            clearTimeout(silence);
            silence = setTimeout(end, SILENCE_MILLIS);
            const blocks = (rest + read.value).split("\n\n");
            rest = blocks.pop();
            for (const block of blocks) {
                const fields = Object.fromEntries(block.split("\n").map(line => line.split(/: ?(.*)/s, 2)));
                if (fields.data) {
                    yield fields;
                }
            }
        }
    } finally {
        clearTimeout(silence);
        signal.removeEventListener("abort", end);
        given.abort();
    }
}

const pause = (millis, signal) => new Promise(resolve => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
});
