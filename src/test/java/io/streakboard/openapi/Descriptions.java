package io.streakboard.openapi;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Descriptions that many operations share. */
final class Descriptions {

    static final String BEARER = "bearer";

    static final String API = """
            Daily sign-in, points, leaderboards and seasons.

            Times are ISO 8601 in UTC, days `yyyy-MM-dd` and months `yyyy-MM` in the business zone. Who calls is the
            subject of the token: no learner acts for another. A service may name a learner in the path. A failure is `application/problem+json` (RFC 9457); its
            `type` is stable and made for programs, its `detail` is for people.""";

    /** By the segment after {@code /api/}, or the first. */
    static final Map<String, String> TAGS = Map.ofEntries(
            Map.entry("activities", "What learners did, from services outside the process"),
            Map.entry("badges", "What learners have reached once, and keep"),
            Map.entry("boards", "Rankings of any kind: the points board of each season, and configured boards"),
            Map.entry("feed", "What happens, in one order, for services that follow it"),
            Map.entry("leagues", "Weekly leagues of learners of a similar pace"),
            Map.entry("groups", "Classes that services fill, and friends who join by a code"),
            Map.entry("imports", "Files of past activities, names, balances, scores and badges"),
            Map.entry("learners", "A learner's data, and what services ask and do for learners"),
            Map.entry("me", "What learners choose for themselves"),
            Map.entry("points", "A learner's points, and corrections by admins"),
            Map.entry("prizes", "What learners got for their ranks on boards that became final"),
            Map.entry("rewards", "What learners got for their ranks in settled seasons"),
            Map.entry("rulebook", "Versions of the rules, by which admins change them while the instances run"),
            Map.entry("rules", "What pays how much, and until when"),
            Map.entry("scores", "Scores for many boards in one call"),
            Map.entry("seasons", "Seasons and their exports"),
            Map.entry("sign-ins", "The daily sign-in, its streak and its calendar"),
            Map.entry("sources", "What the sources of points are called, such as lessons"),
            Map.entry("xapi", "Statements of learning platforms, as xAPI has them"));

    /** By name; the Javadoc of a handler's parameter takes precedence. */
    static final Map<String, String> PARAMETERS = Map.ofEntries(
            Map.entry("board", "The name of a board, `points` for the points board"),
            Map.entry("cursor", "`next` of the page before"),
            Map.entry("from", "The first day"),
            Map.entry("id", "The id"),
            Map.entry("ids", "Up to a hundred ids"),
            Map.entry("Last-Event-ID", "The id of the last event that was seen"),
            Map.entry("learner", "The id of a learner"),
            Map.entry("level", "A level of the badge, by its number"),
            Map.entry("limit", "How many items at most"),
            Map.entry("max", "The greatest score that counts"),
            Map.entry("member", "A member of the board, on most boards the id of a learner or `me`"),
            Map.entry("min", "The least score that counts"),
            Map.entry("min-streak", "How long a streak must be at least"),
            Map.entry("month", "A month of the business zone"),
            Map.entry("page", "The number of the page, from 1"),
            Map.entry("partition", "The partition of a partitioned board; all of them if it is absent"),
            Map.entry("percent", "Up to a hundred percents from the top, with three decimals at most"),
            Map.entry("number", "The number of a version, from 1"),
            Map.entry("period", "The key of a period, `current` or `previous`; of boards other than the points board"),
            Map.entry("radius", "How many items on either side"),
            Map.entry("score", "A score, whether or not a member has it"),
            Map.entry("season", "The id or the name of a season, or `current`"),
            Map.entry("steps", "How many steps at most"),
            Map.entry("size", "How many items a page has"),
            Map.entry("to", "The last day"),
            Map.entry("type", "A points type"),
            Map.entry("version", "The version of an edition that was reset, from 1; the newest if it is absent"),
            Map.entry("year", "A year of the business zone"));

    private Descriptions() {}

    static Schema<Object> ofType(String... types) {
        var schema = new JsonSchema();
        schema.setTypes(new LinkedHashSet<>(List.of(types)));
        return schema;
    }
}
