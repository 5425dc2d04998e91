package io.streakboard.openapi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The problems that the API answers with. A constant is its problem's name with underscores. */
enum KnownProblem {
    INVALID_REQUEST("A parameter, a field or the body is missing, malformed or out of range.", 400),
    BAD_REQUEST("The server cannot read the request line or a header.", 400),
    UNAUTHORIZED("There is no token, or it is invalid.", 401),
    FORBIDDEN("The token lacks the scope that the route needs.", 403),
    RULES_REFUSED("The document has violations: `errors` has the path of each.", 400),
    NOT_A_LEARNER("The subject of the token is not the id of a learner.", 403),
    NOT_FOUND("There is no such thing.", 404),
    SEASON_NOT_FOUND("There is no such season.", 404),
    VERSION_NOT_FOUND("There is no such version of the rulebook.", 404),
    METHOD_NOT_ALLOWED("The route does not have this method.", 405),
    NOT_ACCEPTABLE("The route has no representation of any type in `Accept`.", 406),
    REQUEST_TIMEOUT("The body did not come in time.", 408),
    GROUP_NOT_ALLOWED("The group is full, the learner is in too many, or somebody else has to do it.", 409),
    LEARNER_KEY_TAKEN("Another learner has the id of this key.", 409),
    MAKE_UP_QUOTA_EXHAUSTED("The month of the day has no make-up left.", 409),
    PAUSE_NOT_ALLOWED("The pause would be over already, or too long.", 422),
    PRIVACY_NOT_CHANGEABLE("The learner changed it recently, or may not choose.", 409),
    REQUEST_ID_TAKEN("The request id was used for another adjustment.", 409),
    RULEBOOK_IN_CONFIGURATION("Rules are edited in the properties.", 409),
    RULEBOOK_PENDING("A version is published and not valid yet. Withdraw it, or publish after that.", 409),
    SEASON_NOT_SETTLED("Only a settled season has this.", 409),
    VERSION_VALID("The version is valid, or about to be.", 409),
    CURSOR_EXPIRED("The cursor's pages are no longer kept. Begin again with the first page.", 410),
    LEARNER_DELETED("The data of the learner has been deleted.", 410),
    LEDGER_EXPIRED("The ledger of the season has outlived its retention.", 410),
    VERSION_CHANGED("Another version came first. Read it and try again.", 412),
    BODY_TOO_LARGE("The body has more bytes than the route takes.", 413),
    UNSUPPORTED_MEDIA_TYPE("The route does not take this `Content-Type` or `Content-Encoding`.", 415),
    MAKE_UP_NOT_ALLOWED("The day is today, in the future, outside the window, or skipped by the zone.", 422),
    SEASON_NOT_ALLOWED("The season would break a rule, which `detail` names.", 422),
    PRECONDITION_REQUIRED("`If-Match` must name the version that the change is based on.", 428),
    RATE_LIMITED("The caller has sent too many requests. Try again after `Retry-After` seconds.", 429),
    TOO_MANY_STREAMS("The learner, or the instance, has as many streams as there may be.", 429, 503),
    INTERNAL_ERROR("A defect, which is in the log.", 500),
    CLOCK_BEHIND("The clock of the instance is still in a sealed season. It has to be set.", 503),
    ISSUER_UNAVAILABLE("The token cannot be checked now.", 503),
    NOT_REPLICATED("No replica of Redis has it yet. Try again: it counts once.", 503),
    OVERLOADED("Too many requests are under way.", 503),
    STORE_UNAVAILABLE("Redis or MySQL did not do what was asked. Try again.", 503),
    RULES_NOT_UNDERSTOOD("A newer program has published rules that this instance does not understand.", 503);

    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // it is made by List.of
    private final List<Integer> statuses;

    KnownProblem(String description, Integer... statuses) {
        this.description = description;
        this.statuses = List.of(statuses);
    }

    static KnownProblem named(String name) {
        return Arrays.stream(values())
                .filter(problem -> problem.text().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No known problem is named " + name));
    }

    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String description() {
        return description;
    }

    List<Integer> statuses() {
        return statuses;
    }
}
