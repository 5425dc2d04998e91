#!/usr/bin/env python3
"""A learning platform on Streakboard, with Python's own library only: names in, statements in, reminders out, events
followed, webhooks checked, pages made on the server. From the environment: STREAKBOARD_URL, STREAKBOARD_TOKEN (scope
service), ROSTER (a JSON file: {"42": "Ada"}), WEBHOOK_SECRET (of a webhook for learner.deleted with the url of /hook).

    learning_platform.py names            gives the roster's names to Streakboard
    learning_platform.py remind           prints whom to remind today
    learning_platform.py serve 8000       POST /learners/42/login, POST /learners/42/lessons/algebra-1, POST /hook, GET /learners/42
"""
import base64, hmac, html, http.server, json, os, sys, threading, time, urllib.error, urllib.parse, urllib.request, uuid

API, TOKEN = os.environ["STREAKBOARD_URL"], os.environ["STREAKBOARD_TOKEN"]
SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
with open(os.environ["ROSTER"], encoding="utf-8") as roster:
    NAMES = json.load(roster)
NEWS = {}  # by learner, newest first: a real platform keeps it in its database, with the cursor of the feed


def quoted(learner):
    """A learner in a path: the platform's own key may have characters that paths escape."""
    return urllib.parse.quote(learner, safe="")


def call(method, path, body=None, tries=5, **query):
    """Everything counts once, so whatever is refused for now (429, 503) is simply sent again."""
    request = urllib.request.Request(
        f"{API}{path}?{urllib.parse.urlencode(query)}", json.dumps(body).encode() if body else None, method=method,
        headers={"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json",
                 "X-Experience-API-Version": "1.0.3"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        if tries == 0 or refused.code not in (429, 503):
            raise
        time.sleep(int(refused.headers.get("Retry-After", 1)))
        return call(method, path, body, tries - 1, **query)


def state(learner, verb, activity, kind, key):
    """Sends what a learner did as an xAPI statement; one key is one statement, however often it is sent."""
    call("POST", "/xapi/statements", {
        "id": str(uuid.uuid5(uuid.NAMESPACE_URL, f"https://lms.example.org/{learner}/{key}")),
        "actor": {"account": {"homePage": "https://lms.example.org", "name": learner}},
        "verb": {"id": verb},
        "object": {"id": "https://lms.example.org/" + activity, "definition": {"type": kind}}})


def send_names():
    learners = [{"id": id, "name": name} for id, name in NAMES.items()]
    for i in range(0, len(learners), 1000):
        call("PUT", "/api/learners", {"learners": learners[i:i + 1000]})


def remind():
    page = {"next": ""}
    while page["next"] is not None:
        page = call("GET", "/api/sign-ins/at-risk", **{"min-streak": 1}, **({"cursor": page["next"]} if page["next"] else {}))
        for item in page["items"]:
            if item["learner"] in NAMES:
                print(f"{NAMES[item['learner']]}: your streak of {item['streak']} ends at {page['dayEndsAt']}")


def follow():
    cursor, seen = {}, set()  # each event comes at least once, with one id
    while True:
        page = call("GET", "/api/feed", wait="20s", types="points.awarded", **cursor)
        for event in page["items"]:
            if event["id"] not in seen:
                seen.add(event["id"])
                NEWS.setdefault(event["data"]["learner"], []).insert(0, f"+{event['data']['points']} {event['data']['type']}")
        cursor = {"after": page["next"]} if page["next"] else cursor


def heard(headers, body):
    """What a webhook tells, if it is recent and signed as Standard Webhooks has it."""
    at = headers.get("webhook-timestamp", "0")
    mac = hmac.digest(SECRET, f"{headers.get('webhook-id')}.{at}.".encode() + body, "sha256")
    same = hmac.compare_digest("v1," + base64.b64encode(mac).decode(), headers.get("webhook-signature", ""))
    return json.loads(body) if same and abs(time.time() - int(at)) < 300 else None


def page(learner):
    asked = {"learners": [learner], "fields": ["streak", "points", "rank"]}
    mine = call("POST", "/api/learners/query", asked)["items"][0]["fields"]
    top = call("GET", "/api/boards/points/around/" + quoted(learner), radius=3)
    rows = "".join(f"<tr><td>{item['rank']}<td>{html.escape(item['name'] or item['member'])}<td>{item['score']}" for item in top["items"])
    news = "".join(f"<li>{html.escape(line)}" for line in NEWS.get(learner, [])[:5])
    return (f"<!doctype html><title>{html.escape(NAMES[learner])}</title><h1>{html.escape(NAMES[learner])}</h1>"
            f"<p>Streak {mine['streak']}, points {mine['points']}, rank {mine['rank']}<ul>{news}</ul><table>{rows}</table>")


class Platform(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        learner = urllib.parse.unquote(self.path.removeprefix("/learners/"))
        self.answer(200, page(learner)) if learner in NAMES else self.answer(404, "")

    def do_POST(self):  # a real platform knows by its session who calls
        match [urllib.parse.unquote(part) for part in self.path.split("/")[1:]]:
            case ["learners", learner, "login"] if learner in NAMES:
                call("POST", f"/api/learners/{quoted(learner)}/sign-ins")
            case ["learners", learner, "lessons", lesson] if learner in NAMES:
                state(learner, "http://adlnet.gov/expapi/verbs/completed", "lessons/" + lesson,
                      "http://adlnet.gov/expapi/activities/lesson", "lessons/" + lesson)
            case ["hook"]:
                gone = heard(self.headers, self.rfile.read(int(self.headers["Content-Length"])))
                NAMES.pop(gone["data"]["learner"] if gone else None, None)
                return self.answer(200 if gone else 401, "")
            case _:
                return self.answer(404, "")
        self.answer(200, page(learner))

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        threading.Thread(target=follow, daemon=True).start()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Platform)
        print(server.server_port, flush=True)
        server.serve_forever()
    else:
        {"names": send_names, "remind": remind}[sys.argv[1]]()
