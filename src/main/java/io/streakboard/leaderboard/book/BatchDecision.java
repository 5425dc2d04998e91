package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.book.Receipt.Outcome;
import io.streakboard.leaderboard.scores.ScoreLog.Change;
import io.streakboard.leaderboard.scores.ScoreLog.Counted;
import io.streakboard.leaderboard.scores.ScoreLog.LogEntry;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.leaderboard.scores.ScoreRow;
import io.streakboard.leaderboard.scores.ScoreRow.Key;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides submissions one after the other, given the rows in MySQL. Pure: it only collects the rows to write, one for
 * each member.
 */
final class BatchDecision {

    private final Map<Key, ScoreRow> rows;
    private final Map<MessageKey, Counted> counted;
    private final Set<String> deletedLearners;

    private final Set<Key> stored;
    private final Map<Key, ScoreRow> touched = new LinkedHashMap<>();
    private final List<LogEntry> log = new ArrayList<>();
    private @Nullable LocalDate firstDay;
    private boolean allDays;

    /**
     * @param rows of all submissions
     * @param stored the keys of the rows that are in MySQL
     * @param counted messages counted before
     */
    BatchDecision(
            Map<Key, ScoreRow> rows, Set<Key> stored, Map<MessageKey, Counted> counted, Set<String> deletedLearners) {
        this.rows = rows;
        this.stored = stored;
        this.counted = new HashMap<>(counted);
        this.deletedLearners = deletedLearners;
    }

    Receipt take(RoutedScore placed) {
        var submission = placed.submission();
        var period = placed.period().key();
        var key = placed.messageKey();
        var known = counted.get(key);
        if (known != null) {
            return new Receipt(
                    Outcome.DUPLICATE,
                    known.period(),
                    known.before(),
                    known.after(),
                    null,
                    null,
                    ViolationCode.COUNTED_BEFORE.of("messageId"));
        }
        if (placed.refusal() != null) {
            return placed.refusal();
        }
        if (deletedLearners.contains(submission.member()) && placed.learners()) {
            return Receipt.refused(Outcome.INVALID, period, ViolationCode.LEARNER_DELETED.of("member"));
        }
        return taken(placed, key);
    }

    private Receipt taken(RoutedScore placed, MessageKey key) {
        var submission = placed.submission();
        var rule = submission.board();
        var period = placed.period().key();
        var window = placed.window();
        var changes = new ArrayList<Change>();
        var results = new ArrayList<ScoreRow>();
        for (var rowKey : placed.keys()) {
            var row = row(rowKey);
            var refusal = row.refusal(rule, submission.day(), submission.value());
            if (refusal != null) {
                var violation = new Violation(null, refusal, "score", Map.of("max", Long.toString(rule.maxScore())));
                return Receipt.refused(Outcome.INVALID, period, violation);
            }
            var result = row.take(
                    rule,
                    submission.day(),
                    submission.value(),
                    submission.occurredAt(),
                    submission.score().extra());
            results.add(result);
            changes.add(new Change(
                    rowKey.edition(),
                    row.value(rule, window),
                    Objects.requireNonNullElse(result.value(rule, window), 0L)));
            allDays |= row.value() != null && !Objects.equals(row.extra(), result.extra());
        }
        results.forEach(result -> touched.put(result.key(), result.movedFrom(locked(result.key()), placed.dayEnds())));
        var change = changes.getFirst();
        log.add(new LogEntry(key, change, changes.size() > 1 ? changes.get(1) : null, window, submission.occurredAt()));
        firstDay = earlier(firstDay, submission.day());
        counted.put(key, new Counted(period, change.before(), change.after()));
        return new Receipt(Outcome.APPLIED, period, change.before(), change.after(), null, null, null);
    }

    private ScoreRow row(Key key) {
        var row = touched.get(key);
        return row == null ? locked(key) : row;
    }

    private ScoreRow locked(Key key) {
        var row = rows.get(key);
        return row == null ? ScoreRow.none(key, false) : row;
    }

    private static @Nullable LocalDate earlier(@Nullable LocalDate one, @Nullable LocalDate other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    /**
     * The first changed day on sliding boards; null if none was, or if a member's extra changed, which all windows
     * show.
     */
    @Nullable
    LocalDate firstDay() {
        return allDays ? null : firstDay;
    }

    /** All rows with accepted submissions, changed or not. */
    Collection<ScoreRow> touched() {
        return touched.values();
    }

    List<ScoreRow> inserts() {
        return touched.values().stream()
                .filter(row -> !stored.contains(row.key()) && !row.isForgotten())
                .toList();
    }

    List<ScoreRow> updates() {
        return touched.values().stream()
                .filter(row -> stored.contains(row.key()) && !row.equals(rows.get(row.key())))
                .toList();
    }

    List<LogEntry> log() {
        return log;
    }
}
