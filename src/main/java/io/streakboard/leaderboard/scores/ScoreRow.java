package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Score.Closing;
import io.streakboard.leaderboard.editions.StoredEdition;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What MySQL has of a member on an edition, and what becomes of it. Pure.
 *
 * @param reachedAt to the board's resolution; null if the member has no score: none yet, or none any more
 * @param occurredAt the same to the millisecond
 * @param corrections how often something else was shown and the place was no better. A row without a score keeps them,
 *     so that Redis knows what is newer
 * @param days on a sliding board the score of each day; the score is that of the newest window then
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
        Days days,
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
        return new ScoreRow(key, 0, null, null, 0, null, hidden, Days.NONE, null);
    }

    /** The score, if there is one. */
    public @Nullable Long value() {
        return reachedAt == null ? null : score;
    }

    /** The same in the window that ends with a day; of the only score if there is none. */
    public @Nullable Long value(BoardRule rule, @Nullable LocalDate window) {
        var reached = reached(rule, window);
        return reached == null ? null : reached.score();
    }

    private @Nullable Reached reached(BoardRule rule, @Nullable LocalDate window) {
        if (window != null) {
            return days.in(rule, window);
        }
        return occurredAt == null ? null : new Reached(score, occurredAt);
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
                : new ScoreRow(key, score, reachedAt, occurredAt, corrections, extra, hidden, days, newClosing);
    }

    /** What an edition shows: one that has the row, or a window of it. */
    Score shown(StoredEdition edition) {
        var window = edition.lastDay();
        return window == null ? shown() : shown(edition.board(), window);
    }

    /** What is shown in the window that ends with a day. */
    Score shown(BoardRule rule, LocalDate window) {
        var reached = days.in(rule, window);
        return reached == null
                ? new Score(key.member(), 0, null, corrections, extra, null)
                : new Score(key.member(), reached.score(), hidden ? null : reached.at(rule), corrections, extra, null);
    }

    /** Whether an edition may have shown it: a window if it or a later one shows it, or if the score was removed. */
    boolean concerns(StoredEdition edition) {
        var window = edition.lastDay();
        return window == null
                || days.scores().isEmpty()
                || !days.scores()
                        .lastKey()
                        .isBefore(window.minusDays(edition.board().days() - 1));
    }

    /**
     * Why a value cannot be taken; null if it can. No window that holds it may get a score that cannot be.
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

    /** The last days of the windows that hold any of some days. */
    private static Stream<LocalDate> windows(BoardRule rule, LocalDate first, LocalDate last) {
        return first.datesUntil(last.plusDays(rule.days()));
    }

    /** The row after a value that can be taken. In whatever order values come, the last row is the same. */
    ScoreRow take(BoardRule rule, long value, Instant at, @Nullable String newExtra) {
        var reached = new Reached(value, at);
        var before = reached(rule, null);
        if (before == null) {
            return reached.counts(rule) ? to(rule, reached, corrections, newExtra, days) : this;
        }
        return before.take(rule, reached)
                .map(after -> to(rule, after, corrections(isCorrection(rule, before, after, newExtra)), newExtra, days))
                .orElseGet(() -> before.isMatchedBy(rule, reached) ? withExtra(newExtra) : this);
    }

    private ScoreRow withExtra(@Nullable String newExtra) {
        return isOther(newExtra)
                ? new ScoreRow(key, score, reachedAt, occurredAt, corrections + 1, newExtra, hidden, days, closing)
                : this;
    }

    /**
     * The same after a value that occurred on a day.
     *
     * @param day null on boards that do not slide
     */
    public ScoreRow take(BoardRule rule, @Nullable LocalDate day, long value, Instant at, @Nullable String newExtra) {
        if (day == null) {
            return take(rule, value, at, newExtra);
        }
        var reached = new Reached(value, at);
        return days.take(rule, day, reached)
                .map(after -> to(rule, after, isCorrection(rule, day, after, newExtra), newExtra))
                .orElseGet(() -> days.isMatchedBy(rule, day, reached) ? withExtra(newExtra) : this);
    }

    /** The same in any window: a new day may be worse too, if the latest score counts. All show the same extra. */
    private boolean isCorrection(BoardRule rule, LocalDate day, Days after, @Nullable String newExtra) {
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

    /** Whether something else is shown and the place is no better: then only the number tells which state is newer. */
    private boolean isCorrection(BoardRule rule, Reached before, Reached after, @Nullable String newExtra) {
        return !after.isBetterThan(rule, before) && (isOther(newExtra) || !after.isShownLike(rule, before));
    }

    private boolean isOther(@Nullable String newExtra) {
        return newExtra != null && !newExtra.equals(extra);
    }

    private int corrections(boolean another) {
        return corrections + (another ? 1 : 0);
    }

    private ScoreRow to(BoardRule rule, Days newDays, boolean correction, @Nullable String newExtra) {
        var newest = Objects.requireNonNull(newDays.in(rule, newDays.scores().lastKey()));
        return to(rule, newest, corrections(correction), newExtra, newDays);
    }

    private ScoreRow to(BoardRule rule, Reached reached, int newCorrections, @Nullable String newExtra, Days newDays) {
        return new ScoreRow(
                key,
                reached.score(),
                reached.at(rule),
                reached.occurredAt(),
                newCorrections,
                newExtra == null ? extra : newExtra,
                hidden,
                newDays,
                closing);
    }

    ScoreRow removed() {
        return reachedAt == null
                ? this
                : new ScoreRow(key, 0, null, null, corrections + 1, null, hidden, Days.NONE, closing);
    }

    /** Without what a sliding board has of the days until the last of a window. */
    ScoreRow removed(BoardRule rule, LocalDate last) {
        var rest = days.after(last);
        if (rest.equals(days)) {
            return this;
        }
        return rest.scores().isEmpty() ? removed() : to(rule, rest, true, null);
    }

    /**
     * As if the member had never been there: also without its rank of yesterday, which it may have even if it has no
     * score. So this counts as a correction in any case.
     */
    ScoreRow forgotten() {
        return new ScoreRow(key, 0, null, null, corrections + 1, null, false, Days.NONE, null);
    }

    /** Whether nothing is known of the member, neither its score nor its rank of yesterday. */
    public boolean isForgotten() {
        return reachedAt == null && closing == null;
    }

    ScoreRow hidden(boolean now) {
        return hidden == now
                ? this
                : new ScoreRow(key, score, reachedAt, occurredAt, corrections + 1, extra, now, days, closing);
    }

    /**
     * This row, which has no score, with that of another. It counts as a correction, as it may bring another closing:
     * what is newer has to be told by more than a better place.
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
