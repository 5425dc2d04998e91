/** Keeps the page, so that it opens offline; what the API answers is never kept. */
const KEPT = "streakboard";

/** The page's files, by their names beside this one; the page itself is one above. */
const FILES = ["../", "board.js", "calendar.js", "client.js", "days.js", "groups.js", "icon.svg", "league.js",
    "lit-html.js", "login.js", "manifest.json", "me.js", "moment.js", "page.css", "page.js", "part.js", "points.js",
    "privacy.js", "ranks.js", "someone.js", "stream.js", "streakboard.js", "style.js", "summary.js", "today.js",
    "token.js", "words.en.js", "words.js", "words.zh.js"];

const HERE = new URL(".", location.href);

const addresses = FILES.map(file => new URL(file, HERE).href);

addEventListener("install", event => event.waitUntil(
    caches.open(KEPT).then(cache => cache.addAll(addresses)).then(() => skipWaiting())));

addEventListener("activate", event => event.waitUntil(clients.claim()));

/** The network first, as its files have ETags; what was kept if there is no network. */
addEventListener("fetch", event => {
    const address = event.request.url.split(/[?#]/)[0];
    if (event.request.method === "GET" && addresses.includes(address)) {
        event.respondWith(fetch(event.request).then(response => keep(address, response))
            .catch(async failure => await caches.match(address) ?? Promise.reject(failure)));
    }
});

async function keep(address, response) {
    if (response.ok) {
        await (await caches.open(KEPT)).put(address, response.clone());
    }
    return response;
}
