package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the scores of several rows by the operator of their board. Pure. */
record MemberMerge(BoardRule rule) {

    private record DatedScore(@Nullable LocalDate day, TimedScore timed) {}

    /** Why the score of another row cannot be added; null if it can. */
    @Nullable
    String refusal(ScoreRow row, ScoreRow other) {
        var sum = row;
        for (var each : dated(other)) {
            var refusal = sum.refusal(rule, each.day(), each.timed().score());
            if (refusal != null) {
                return refusal;
            }
            sum = take(sum, each, null);
        }
        return null;
    }

    /** A row with another row's score added. */
    ScoreRow add(ScoreRow row, ScoreRow other) {
        var sum = row;
        for (var each : dated(other)) {
            sum = take(sum, each, other.extra());
        }
        return sum;
    }

    /** A row with the merged score of other rows instead of its own. */
    ScoreRow replace(ScoreRow row, List<ScoreRow> others) {
        var sum = row.removed();
        for (var other : others) {
            sum = add(sum, other);
        }
        return sum;
    }

    private ScoreRow take(ScoreRow row, DatedScore each, @Nullable String extra) {
        return row.take(rule, each.day(), each.timed().score(), each.timed().occurredAt(), extra);
    }

    /** The score of each day, or the only one. */
    private List<DatedScore> dated(ScoreRow row) {
        var occurredAt = row.occurredAt();
        if (occurredAt == null) {
            return List.of();
        }
        return rule.slides()
                ? row.days().scores().entrySet().stream()
                        .map(day -> new DatedScore(day.getKey(), day.getValue()))
                        .toList()
                : List.of(new DatedScore(null, new TimedScore(row.score(), occurredAt)));
    }
}
