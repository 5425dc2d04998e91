package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A score and when it was reached, to the millisecond. Pure.
 */
public record Reached(long score, Instant occurredAt) {

    public Reached {
        occurredAt = truncated(occurredAt, Duration.ofMillis(1));
    }

    /** When it was reached, as far as the board tells times apart. */
    Instant at(BoardRule rule) {
        return truncated(occurredAt, rule.resolution());
    }

    /** What another value makes of it; empty if nothing. In whatever order values come, the last score is the same. */
    Optional<Reached> take(BoardRule rule, Reached other) {
        return switch (rule.operator()) {
            case SUM ->
                other.score == 0
                        ? Optional.empty()
                        : Optional.of(new Reached(score + other.score, later(occurredAt, other.occurredAt)));
            case BEST -> rule.better(other.score, score) || isEarlier(other) ? Optional.of(other) : Optional.empty();
            case LATEST -> other.occurredAt.isBefore(occurredAt) ? Optional.empty() : Optional.of(other);
        };
    }

    /** A score that comes again was reached when it occurred first. */
    private boolean isEarlier(Reached other) {
        return other.score == score && other.occurredAt.isBefore(occurredAt);
    }

    /** Whether it has a better place than another. */
    boolean isBetterThan(BoardRule rule, Reached other) {
        if (score != other.score) {
            return rule.better(score, other.score);
        }
        return switch (rule.ties()) {
            case FIRST -> at(rule).isBefore(other.at(rule));
            case LAST -> at(rule).isAfter(other.at(rule));
            case NONE -> false;
        };
    }

    boolean isShownLike(BoardRule rule, Reached other) {
        return score == other.score && at(rule).equals(other.at(rule));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant truncated(Instant instant, Duration step) {
        long millis = step.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(instant.toEpochMilli(), millis) * millis);
    }
}
