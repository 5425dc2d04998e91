package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Score.ClosingScore;
import io.streakboard.leaderboard.editions.StoredEdition;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A member's row on an edition in MySQL, and its changes. Pure.
 *
 * @param reachedAt to the board's resolution; null without a score, and if a sum over the ledger is not positive
 * @param occurredAt the same to the millisecond
 * @param corrections how often the shown entry changed and the place was no better. A row without a score keeps them,
 *     so that Redis knows which state is newer
 * @param days the score of each day on a sliding board; {@code score} is then from the newest window
 * @param closing the state shown before the last day on which the member moved; null unless ranks are compared by the
 *     day
 */
public record ScoreRow(
        ScoreKey key,
        long score,
        @Nullable Instant reachedAt,
        @Nullable Instant occurredAt,
        int corrections,
        @Nullable String extra,
        boolean hidden,
        DailyScores days,
        @Nullable ClosingScore closing) {

    /** Rows are locked in this order. */
    public record ScoreKey(long edition, String member) implements Comparable<ScoreKey> {

        @Override
        public int compareTo(ScoreKey other) {
            int byEdition = Long.compare(edition, other.edition);
            return byEdition == 0 ? member.compareTo(other.member) : byEdition;
        }
    }

    public static ScoreRow none(ScoreKey key, boolean hidden) {
        return new ScoreRow(key, 0, null, null, 0, null, hidden, DailyScores.NONE, null);
    }

    /** The score; null without one. */
    public @Nullable Long value() {
        return reachedAt == null ? null : score;
    }

    /** The score in the window that ends with the given day; without a window the only score. */
    public @Nullable Long value(BoardRule rule, @Nullable LocalDate window) {
        var timed = timed(rule, window);
        return timed == null ? null : timed.score();
    }

    private @Nullable TimedScore timed(BoardRule rule, @Nullable LocalDate window) {
        if (window != null) {
            return days.in(rule, window);
        }
        return occurredAt == null ? null : new TimedScore(score, occurredAt);
    }

    Score shown() {
        return new Score(key.member(), score, shownSince(), corrections, extra, closing);
    }

    private @Nullable Instant shownSince() {
        return hidden ? null : reachedAt;
    }

    /**
     * This row with the state shown at the end of the day before. The first move of a day records it. The day is the
     * day of writing, because it records the shown state, regardless of when the scores occurred.
     *
     * @param before the former row; another member's row if this one takes its place
     * @param dayEnds when the day ends; null if days are not compared. Around midnight instances may disagree on the
     *     day; the later one wins
     */
    public ScoreRow movedFrom(ScoreRow before, @Nullable Instant dayEnds) {
        if (dayEnds == null) {
            return with(null);
        }
        var noted = before.closing;
        boolean moved = score != before.score || !Objects.equals(shownSince(), before.shownSince());
        return with(
                moved && (noted == null || noted.until().isBefore(dayEnds))
                        ? new ClosingScore(dayEnds, before.score, before.shownSince())
                        : noted);
    }

    private ScoreRow with(@Nullable ClosingScore newClosing) {
        return Objects.equals(closing, newClosing)
                ? this
                : new ScoreRow(key, score, reachedAt, occurredAt, corrections, extra, hidden, days, newClosing);
    }

    /** The score shown by an edition, which has the row or is a window of it. */
    Score shown(StoredEdition edition) {
        var window = edition.lastDay();
        return window == null ? shown() : shown(edition.board(), window);
    }

    /** The score shown in the window that ends with a day. */
    Score shown(BoardRule rule, LocalDate window) {
        var timed = days.in(rule, window);
        return timed == null
                ? new Score(key.member(), 0, null, corrections, extra, null)
                : new Score(
                        key.member(),
                        timed.score(),
                        hidden || !rule.ranks(timed.score()) ? null : timed.at(rule),
                        corrections,
                        extra,
                        null);
    }

    /**
     * Whether an edition may have shown this row. For a window: it or a later window shows the row, or the score was
     * removed.
     */
    boolean concerns(StoredEdition edition) {
        var window = edition.lastDay();
        return window == null
                || days.scores().isEmpty()
                || !days.scores()
                        .lastKey()
                        .isBefore(window.minusDays(edition.board().days() - 1));
    }

    /**
     * Why a value is refused; null if it is accepted. No window that holds the value may get an impossible score.
     *
     * @param day on which it occurred; null on boards that do not slide
     */
    public @Nullable String refusal(BoardRule rule, @Nullable LocalDate day, long value) {
        return day == null
                ? rule.refusal(score, value)
                : windows(rule, day, day)
                        .map(window -> rule.refusal(Objects.requireNonNullElse(value(rule, window), 0L), value))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    /** The last days of all windows that overlap a span of days. */
    private static Stream<LocalDate> windows(BoardRule rule, LocalDate first, LocalDate last) {
        return first.datesUntil(last.plusDays(rule.days()));
    }

    /** The row after taking a value. The order of values does not affect the final row. */
    ScoreRow take(BoardRule rule, long value, Instant at, @Nullable String newExtra) {
        var timed = new TimedScore(value, at);
        var before = timed(rule, null);
        if (before == null) {
            return timed.counts(rule) ? to(rule, timed, corrections, newExtra, days) : this;
        }
        return before.take(rule, timed)
                .map(after -> to(rule, after, corrections(isCorrection(rule, before, after, newExtra)), newExtra, days))
                .orElseGet(() -> before.isMatchedBy(rule, timed) ? withExtra(newExtra) : this);
    }

    private ScoreRow withExtra(@Nullable String newExtra) {
        return isOther(newExtra)
                ? new ScoreRow(key, score, reachedAt, occurredAt, corrections + 1, newExtra, hidden, days, closing)
                : this;
    }

    /**
     * The row after taking a value of a day.
     *
     * @param day null on boards that do not slide
     */
    public ScoreRow take(BoardRule rule, @Nullable LocalDate day, long value, Instant at, @Nullable String newExtra) {
        if (day == null) {
            return take(rule, value, at, newExtra);
        }
        var timed = new TimedScore(value, at);
        return days.take(rule, day, timed)
                .map(after -> to(rule, after, isCorrection(rule, day, after, newExtra), newExtra))
                .orElseGet(() -> days.isMatchedBy(rule, day, timed) ? withExtra(newExtra) : this);
    }

    /**
     * Whether the change is a correction in any window. A new day may also be worse if the latest score counts. All
     * windows show the same extra.
     */
    private boolean isCorrection(BoardRule rule, LocalDate day, DailyScores after, @Nullable String newExtra) {
        var known = days.scores();
        var windows = known.isEmpty() || !isOther(newExtra)
                ? windows(rule, day, day)
                : windows(rule, known.firstKey(), known.lastKey());
        return windows.anyMatch(window -> {
            var before = days.in(rule, window);
            var now = after.in(rule, window);
            return before != null && now != null && isCorrection(rule, before, now, newExtra);
        });
    }

    /**
     * Whether the shown entry changes and the place is no better. Then only the number of corrections tells which state
     * is newer.
     */
    private boolean isCorrection(BoardRule rule, TimedScore before, TimedScore after, @Nullable String newExtra) {
        return !after.isBetterThan(rule, before) && (isOther(newExtra) || !after.isShownLike(rule, before));
    }

    private boolean isOther(@Nullable String newExtra) {
        return newExtra != null && !newExtra.equals(extra);
    }

    private int corrections(boolean another) {
        return corrections + (another ? 1 : 0);
    }

    private ScoreRow to(BoardRule rule, DailyScores newDays, boolean correction, @Nullable String newExtra) {
        var newest = Objects.requireNonNull(newDays.in(rule, newDays.scores().lastKey()));
        return to(rule, newest, corrections(correction), newExtra, newDays);
    }

    private ScoreRow to(
            BoardRule rule, TimedScore timed, int newCorrections, @Nullable String newExtra, DailyScores newDays) {
        return new ScoreRow(
                key,
                timed.score(),
                rule.slides() || rule.ranks(timed.score()) ? timed.at(rule) : null,
                timed.occurredAt(),
                newCorrections,
                newExtra == null ? extra : newExtra,
                hidden,
                newDays,
                closing);
    }

    ScoreRow removed() {
        return reachedAt == null ? this : emptied();
    }

    /** Also of a sum that is not positive. */
    ScoreRow emptied() {
        return new ScoreRow(key, 0, null, null, corrections + 1, null, hidden, DailyScores.NONE, closing);
    }

    /** Removes the days of a sliding board up to the last day of a window. */
    ScoreRow removed(BoardRule rule, LocalDate last) {
        var rest = days.after(last);
        if (rest.equals(days)) {
            return this;
        }
        return rest.scores().isEmpty() ? removed() : to(rule, rest, true, null);
    }

    /**
     * Removes all traces of the member, including yesterday's rank, which it may have even without a score. So this is
     * always a correction.
     */
    ScoreRow forgotten() {
        return new ScoreRow(key, 0, null, null, corrections + 1, null, false, DailyScores.NONE, null);
    }

    /** Whether the row is empty: no score, and no rank of yesterday. */
    public boolean isForgotten() {
        return occurredAt == null && closing == null;
    }

    ScoreRow hidden(boolean now) {
        return hidden == now
                ? this
                : new ScoreRow(key, score, reachedAt, occurredAt, corrections + 1, extra, now, days, closing);
    }

    /**
     * This row without a score, with another row's score. It is a correction, because it may bring another closing: a
     * better place alone would not tell which state is newer.
     */
    ScoreRow withScoreOf(ScoreRow other) {
        return new ScoreRow(
                key,
                other.score,
                other.reachedAt,
                other.occurredAt,
                corrections + 1,
                other.extra,
                hidden,
                other.days,
                closing);
    }
}
