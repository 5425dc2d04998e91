package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.Edition;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change from the rule by which a board's scores were written to a new rule. Pure. A change of the display is made by
 * a rebuild from MySQL; a change of the counting is refused.
 *
 * @param greatest the greatest score on the board
 * @param at when it is made
 */
record RuleChange(BoardRule former, BoardRule now, long greatest, Instant at) {

    private static final Map<String, Function<BoardRule, Object>> FIXED = fixed();

    private static Map<String, Function<BoardRule, Object>> fixed() {
        var fixed = new LinkedHashMap<String, Function<BoardRule, Object>>();
        fixed.put("period", BoardRule::cycle);
        fixed.put("days", BoardRule::days);
        fixed.put("partitioned", BoardRule::partitioned);
        fixed.put("members", BoardRule::members);
        fixed.put("operator", BoardRule::operator);
        fixed.put("resolution", BoardRule::resolution);
        fixed.put(
                "scores/from",
                rule -> rule.scores() == null ? "posted" : rule.scores().from());
        fixed.put(
                "scores/types",
                rule -> rule.scores() == null ? List.of() : rule.scores().types());
        return fixed;
    }

    /** The reasons for refusal, by member. */
    Map<String, String> refusals() {
        var refusals = new LinkedHashMap<String, String>();
        FIXED.forEach((member, value) -> {
            if (!Objects.equals(value.apply(former), value.apply(now))) {
                refusals.put(member, written(value));
            }
        });
        if (former.order() != now.order() && former.operator() != Operator.SUM) {
            refusals.put("order", written(BoardRule::order));
        }
        if (now.maxScore() < greatest) {
            refusals.put("maxScore", now.maxScore() + " is less than " + greatest + ", which a member has");
        } else if (now.maxScore() < former.maxScore() && now.slides()) {
            refusals.put("maxScore", written(BoardRule::maxScore));
        }
        if (hasPassed(former.endsAt()) && !Objects.equals(former.endsAt(), now.endsAt())) {
            refusals.put(
                    "endsAt",
                    "'%s' has ended at %s; keep that, or give the board another name"
                            .formatted(now.name(), former.endsAt()));
        }
        if (now.isFed()) {
            refusals.putAll(leftOut());
        }
        return refusals;
    }

    /** Bounds that leave out what the ledger has fed already: some of it would be counted anew, and some would stay. */
    private Map<String, String> leftOut() {
        var leftOut = new LinkedHashMap<String, String>();
        var start = Objects.requireNonNullElse(former.startsAt(), Instant.MIN);
        if (hasPassed(start) && now.startsAt() != null && now.startsAt().isAfter(start)) {
            leftOut.put("startsAt", counted());
        }
        if (hasPassed(now.endsAt()) && !Objects.equals(former.endsAt(), now.endsAt())) {
            leftOut.put("endsAt", counted());
        }
        return leftOut;
    }

    private boolean hasPassed(@Nullable Instant instant) {
        return instant != null && !at.isBefore(instant);
    }

    private String counted() {
        return "'%s' has counted points outside; keep that, or give the board another name".formatted(now.name());
    }

    private String written(Function<BoardRule, Object> value) {
        return "'" + text(value.apply(now)) + "' differs from '" + text(value.apply(former))
                + "', with which the scores of '" + now.name()
                + "' were written; keep that, or give the board another name";
    }

    private static String text(Object value) {
        return value instanceof Enum<?> each ? Settings.text(each) : String.valueOf(value);
    }

    /** Whether the rankings in Redis have to be rebuilt. */
    boolean rebuilds() {
        return !Edition.encoding(former).equals(Edition.encoding(now));
    }

    /** Whether the retention changes. */
    boolean movesEnds() {
        return !former.retention().equals(now.retention());
    }

    /** Whether the board begins or ends at another time. */
    boolean movesBoard() {
        return !(Objects.equals(former.startsAt(), now.startsAt()) && Objects.equals(former.endsAt(), now.endsAt()));
    }

    /** Whether the start or the end of the only edition changes. */
    boolean movesBounds() {
        return now.cycle() == Cycle.NONE && movesBoard();
    }
}
