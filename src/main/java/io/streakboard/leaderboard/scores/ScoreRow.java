package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Score.Closing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What MySQL has of a member on an edition, and what becomes of it. Pure.
 *
 * @param reachedAt to the board's resolution; null if the member has no score: none yet, or none any more
 * @param occurredAt the same to the millisecond
 * @param corrections how often the place became worse. A row without a score keeps them, so that Redis knows what is
 *     newer
 * @param closing what was shown before the last day on which it has moved; null unless ranks are compared by the day
 */
public record ScoreRow(
        Key key,
        long score,
        @Nullable Instant reachedAt,
        @Nullable Instant occurredAt,
        int corrections,
        @Nullable String extra,
        boolean hidden,
        @Nullable Closing closing) {

    /** Rows are locked in this order. */
    public record Key(long edition, String member) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            int byEdition = Long.compare(edition, other.edition);
            return byEdition == 0 ? member.compareTo(other.member) : byEdition;
        }
    }

    public static ScoreRow none(Key key, boolean hidden) {
        return new ScoreRow(key, 0, null, null, 0, null, hidden, null);
    }

    /** The score, if there is one. */
    public @Nullable Long value() {
        return reachedAt == null ? null : score;
    }

    Score shown() {
        return new Score(key.member(), score, shownSince(), corrections, extra, closing);
    }

    private @Nullable Instant shownSince() {
        return hidden ? null : reachedAt;
    }

    /**
     * This row, with what was shown when the day before ended. The first move of a day notes it, and the day is that on
     * which it was written: so it tells what was to be seen, whenever the scores occurred.
     *
     * @param before what this row came of; another member's, if it takes its place
     * @param dayEnds when the day ends; null if nobody compares. Instances may disagree on the day around midnight: the
     *     later counts
     */
    public ScoreRow movedFrom(ScoreRow before, @Nullable Instant dayEnds) {
        if (dayEnds == null) {
            return with(null);
        }
        var noted = before.closing;
        boolean moved = score != before.score || !Objects.equals(shownSince(), before.shownSince());
        return with(
                moved && (noted == null || noted.until().isBefore(dayEnds))
                        ? new Closing(dayEnds, before.score, before.shownSince())
                        : noted);
    }

    private ScoreRow with(@Nullable Closing newClosing) {
        return Objects.equals(closing, newClosing)
                ? this
                : new ScoreRow(key, score, reachedAt, occurredAt, corrections, extra, hidden, newClosing);
    }

    /** Why a value cannot be taken; null if it can. */
    public @Nullable String refusal(BoardRule rule, long value) {
        boolean adds = rule.operator() == BoardRule.Operator.SUM;
        if (value < (adds ? -score : 0)) {
            return adds
                    ? "%d would lower the score of %d below 0".formatted(value, score)
                    : "the score must not be below 0";
        }
        if (value > (adds ? rule.maxScore() - score : rule.maxScore())) {
            return adds
                    ? "%d would raise the score of %d above %d".formatted(value, score, rule.maxScore())
                    : "the score must not be above " + rule.maxScore();
        }
        return null;
    }

    /** The row after a value that can be taken. In whatever order values come, the last row is the same. */
    public ScoreRow take(BoardRule rule, long value, Instant at, @Nullable String newExtra) {
        var occurred = truncated(at, Duration.ofMillis(1));
        if (reachedAt == null || occurredAt == null) {
            return to(rule, value, occurred, newExtra);
        }
        return switch (rule.operator()) {
            case SUM -> value == 0 ? this : to(rule, score + value, later(occurred, occurredAt), newExtra);
            case BEST -> best(rule, value, occurred, occurredAt, newExtra);
            case LATEST -> occurred.isBefore(occurredAt) ? this : to(rule, value, occurred, newExtra);
        };
    }

    /** A score that comes again was reached when it occurred first. */
    private ScoreRow best(BoardRule rule, long value, Instant occurred, Instant before, @Nullable String newExtra) {
        return rule.better(value, score) || value == score && occurred.isBefore(before)
                ? to(rule, value, occurred, newExtra)
                : this;
    }

    private ScoreRow to(BoardRule rule, long newScore, Instant occurred, @Nullable String newExtra) {
        var newReachedAt = truncated(occurred, rule.resolution());
        return new ScoreRow(
                key,
                newScore,
                newReachedAt,
                occurred,
                isBetterThan(rule, newScore, newReachedAt) ? corrections + 1 : corrections,
                newExtra == null ? extra : newExtra,
                hidden,
                closing);
    }

    private boolean isBetterThan(BoardRule rule, long other, Instant otherReachedAt) {
        if (reachedAt == null) {
            return false;
        }
        if (score != other) {
            return rule.better(score, other);
        }
        return switch (rule.ties()) {
            case FIRST -> reachedAt.isBefore(otherReachedAt);
            case LAST -> reachedAt.isAfter(otherReachedAt);
            case NONE -> false;
        };
    }

    ScoreRow removed() {
        return reachedAt == null ? this : new ScoreRow(key, 0, null, null, corrections + 1, null, hidden, closing);
    }

    ScoreRow hidden(boolean now) {
        return hidden == now
                ? this
                : new ScoreRow(key, score, reachedAt, occurredAt, corrections + 1, extra, now, closing);
    }

    /**
     * This row, which has no score, with that of another. It counts as a correction, as it may bring another closing: what
     * is newer has to be told by more than a better place.
     */
    ScoreRow withScoreOf(ScoreRow other) {
        return new ScoreRow(
                key, other.score, other.reachedAt, other.occurredAt, corrections + 1, other.extra, hidden, closing);
    }

    /** What other rows make together, in place of what there was. */
    ScoreRow from(BoardRule rule, List<ScoreRow> others) {
        var sum = removed();
        for (var other : others) {
            if (other.occurredAt != null) {
                sum = sum.take(rule, other.score, other.occurredAt, other.extra);
            }
        }
        return sum;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant truncated(Instant instant, Duration step) {
        long millis = step.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(instant.toEpochMilli(), millis) * millis);
    }
}
