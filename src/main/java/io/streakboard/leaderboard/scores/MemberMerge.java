package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the scores of several rows by the operator of their board. Pure. */
record MemberMerge(BoardRule rule) {

    private record Part(@Nullable LocalDate day, TimedScore reached) {}

    /** Why the score of another row cannot be added; null if it can. */
    @Nullable
    String refusal(ScoreRow row, ScoreRow other) {
        var sum = row;
        for (var part : parts(other)) {
            var refusal = sum.refusal(rule, part.day(), part.reached().score());
            if (refusal != null) {
                return refusal;
            }
            sum = take(sum, part, null);
        }
        return null;
    }

    /** A row with another row's score added. */
    ScoreRow add(ScoreRow row, ScoreRow other) {
        var sum = row;
        for (var part : parts(other)) {
            sum = take(sum, part, other.extra());
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

    private ScoreRow take(ScoreRow row, Part part, @Nullable String extra) {
        return row.take(rule, part.day(), part.reached().score(), part.reached().occurredAt(), extra);
    }

    /** The score of each day, or the only one. */
    private List<Part> parts(ScoreRow row) {
        var occurredAt = row.occurredAt();
        if (occurredAt == null) {
            return List.of();
        }
        return rule.slides()
                ? row.days().scores().entrySet().stream()
                        .map(day -> new Part(day.getKey(), day.getValue()))
                        .toList()
                : List.of(new Part(null, new TimedScore(row.score(), occurredAt)));
    }
}
