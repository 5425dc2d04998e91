package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** A score and the time it was reached, to the millisecond. Pure. */
public record TimedScore(long score, Instant occurredAt) {

    public TimedScore {
        occurredAt = occurredAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The time it was reached, to the board's resolution. */
    public Instant at(BoardRule rule) {
        return rule.toResolution(occurredAt);
    }

    /**
     * The score after taking another value; empty if unchanged. The order of values does not affect the final score.
     */
    Optional<TimedScore> take(BoardRule rule, TimedScore other) {
        return switch (rule.operator()) {
            case SUM ->
                other.counts(rule)
                        ? Optional.of(new TimedScore(score + other.score, later(occurredAt, other.occurredAt)))
                        : Optional.empty();
            case BEST -> rule.better(other.score, score) || isEarlier(other) ? Optional.of(other) : Optional.empty();
            case LATEST -> isOvertakenBy(rule, other) ? Optional.of(other) : Optional.empty();
        };
    }

    /** Whether it counts as a first score. Adding 0 does not. */
    boolean counts(BoardRule rule) {
        return rule.operator() != Operator.SUM || score != 0;
    }

    /** The better of two scores of the same time counts as the latest. */
    private boolean isOvertakenBy(BoardRule rule, TimedScore other) {
        return other.occurredAt.isAfter(occurredAt)
                || other.occurredAt.equals(occurredAt) && rule.better(other.score, score);
    }

    /** Whether another value that changes nothing is equally good, so that its extra is shown. */
    boolean isMatchedBy(BoardRule rule, TimedScore other) {
        return switch (rule.operator()) {
            case SUM -> true;
            case BEST -> score == other.score;
            case LATEST -> equals(other);
        };
    }

    /** A repeated score keeps the time of its first occurrence. */
    private boolean isEarlier(TimedScore other) {
        return other.score == score && other.occurredAt.isBefore(occurredAt);
    }

    /** Whether it ranks before another. */
    boolean isBetterThan(BoardRule rule, TimedScore other) {
        if (score != other.score) {
            return rule.better(score, other.score);
        }
        return switch (rule.ties()) {
            case FIRST -> at(rule).isBefore(other.at(rule));
            case LAST -> at(rule).isAfter(other.at(rule));
            case NONE -> false;
        };
    }

    boolean isShownLike(BoardRule rule, TimedScore other) {
        return score == other.score && at(rule).equals(other.at(rule));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
