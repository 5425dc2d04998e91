package io.streakboard.openapi;

import io.swagger.v3.oas.models.PathItem.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Names of operations, by which generators name functions: what they do to what. {@code GET /api/boards/{board}/top} is
 * {@code getBoardTop}. What a POST, PUT or PATCH does its path does not say, so most have a name of their own.
 */
final class OperationIds {

    private static final Map<String, String> OWN = Map.ofEntries(
            Map.entry("GET /.well-known/jwks.json", "getCredentialKeys"),
            Map.entry("GET /badges/status/{list}", "getCredentialStatusList"),
            Map.entry("POST /api/activities", "reportActivities"),
            Map.entry("POST /api/boards/{board}/scores", "sendBoardScores"),
            Map.entry("POST /api/groups", "createGroup"),
            Map.entry("PUT /api/groups", "fillClass"),
            Map.entry("PUT /api/groups/roster", "fillClassAsAdmin"),
            Map.entry("POST /api/groups/join", "joinGroup"),
            Map.entry("POST /api/groups/{id}/code", "renewGroupCode"),
            Map.entry("DELETE /api/groups/{id}/members/me", "leaveGroup"),
            Map.entry("DELETE /api/groups/{id}/members/{member}", "removeGroupMember"),
            Map.entry("POST /api/imports", "startImport"),
            Map.entry("DELETE /api/imports/{id}", "cancelImport"),
            Map.entry("PUT /api/learners", "setLearnerNames"),
            Map.entry("POST /api/learners/query", "queryLearners"),
            Map.entry("POST /api/learners/{id}/make-ups", "giveDayBack"),
            Map.entry("PUT /api/learners/{id}/pause", "pauseLearner"),
            Map.entry("PUT /api/sources", "setSourceTitles"),
            Map.entry("POST /api/learners/{learner}/sign-ins", "signInLearner"),
            Map.entry("PUT /api/me/privacy", "setMyPrivacy"),
            Map.entry("POST /api/points/adjustments", "adjustPoints"),
            Map.entry("PUT /api/rulebook", "publishRules"),
            Map.entry("PATCH /api/rulebook", "publishPatchOfRules"),
            Map.entry("POST /api/rulebook", "restoreRules"),
            Map.entry("POST /api/rulebook/check", "checkRules"),
            Map.entry("DELETE /api/rulebook/versions/{number}", "withdrawRules"),
            Map.entry("POST /api/scores", "sendScores"),
            Map.entry("POST /api/seasons", "createSeason"),
            Map.entry("PATCH /api/seasons/{season}", "changeSeason"),
            Map.entry("POST /api/sign-ins", "signIn"),
            Map.entry("POST /api/sign-ins/make-ups", "makeUpDay"),
            Map.entry("POST /xapi/statements", "sendStatements"),
            Map.entry("PUT /xapi/statements", "sendStatement"));

    private OperationIds() {}

    static String of(HttpMethod method, String path) {
        var own = OWN.get(method + " " + path);
        return own == null ? method.name().toLowerCase(Locale.ROOT) + subject(path) : own;
    }

    private static String subject(String path) {
        return words(path.replaceFirst("^/(api/)?", "")).stream()
                .map(ProblemAnswers::inCamelCase)
                .collect(Collectors.joining());
    }

    /** A variable makes one thing of those before it: {@code boards/{board}/top} is of a board. */
    private static List<String> words(String path) {
        var words = new ArrayList<String>();
        for (var segment : path.split("[/.]")) {
            if (segment.startsWith("{")) {
                words.add(words.removeLast().replaceFirst("s$", ""));
            } else if (segment.equals("me")) {
                words.clear();
                words.add("my");
            } else {
                words.add(segment);
            }
        }
        return words;
    }
}
