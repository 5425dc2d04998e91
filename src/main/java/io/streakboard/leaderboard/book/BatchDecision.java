package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.scores.ScoreLog.CountedMessage;
import io.streakboard.leaderboard.scores.ScoreLog.EditionChange;
import io.streakboard.leaderboard.scores.ScoreLog.LogEntry;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.leaderboard.scores.ScoreRow;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
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
 * Decides submissions in order, given the rows in MySQL. Pure: it only collects the rows to write, one for each member.
 */
final class BatchDecision {

    private final Map<ScoreKey, ScoreRow> rows;
    private final Map<MessageKey, CountedMessage> counted;
    private final Map<String, ViolationCode> refused;
    private final Map<String, Long> greatest;

    private final Set<ScoreKey> stored;
    private final Map<ScoreKey, ScoreRow> touched = new LinkedHashMap<>();
    private final List<LogEntry> log = new ArrayList<>();
    private @Nullable LocalDate firstDay;
    private boolean allDays;

    /**
     * @param rows of all submissions
     * @param stored the keys of existing rows
     * @param counted messages counted before
     * @param refused learners whose scores do not count
     * @param greatest the greatest scores of the next rules of boards
     */
    BatchDecision(
            Map<ScoreKey, ScoreRow> rows,
            Set<ScoreKey> stored,
            Map<MessageKey, CountedMessage> counted,
            Map<String, ViolationCode> refused,
            Map<String, Long> greatest) {
        this.rows = rows;
        this.stored = stored;
        this.counted = new HashMap<>(counted);
        this.refused = refused;
        this.greatest = greatest;
    }

    SubmissionResult take(RoutedScore routed) {
        var submission = routed.submission();
        var period = routed.period().key();
        var key = routed.messageKey();
        var known = counted.get(key);
        if (known != null) {
            return new SubmissionResult(
                    ScoreOutcome.DUPLICATE,
                    known.period(),
                    known.before(),
                    known.after(),
                    RankChange.NONE,
                    ViolationCode.COUNTED_BEFORE.of("messageId"));
        }
        if (routed.refusal() != null) {
            return routed.refusal();
        }
        var reason = routed.learners() ? refused.get(submission.member()) : null;
        if (reason != null) {
            return SubmissionResult.refused(ScoreOutcome.INVALID, period, reason.of("member"));
        }
        return taken(routed, key);
    }

    private SubmissionResult taken(RoutedScore routed, MessageKey key) {
        var submission = routed.submission();
        var rule = submission.board();
        var period = routed.period().key();
        var window = routed.window();
        var changes = new ArrayList<EditionChange>();
        var results = new ArrayList<ScoreRow>();
        for (var rowKey : routed.keys()) {
            var row = row(rowKey);
            var refusal = row.refusal(rule, submission.day(), submission.value());
            if (refusal != null) {
                return refused(period, refusal, rule.maxScore());
            }
            var result = row.take(
                    rule,
                    submission.day(),
                    submission.value(),
                    submission.occurredAt(),
                    submission.score().extra());
            long most = greatest.getOrDefault(rule.name(), rule.maxScore());
            if (most < rule.maxScore() && Objects.requireNonNullElse(result.value(), 0L) > most) {
                return refused(period, "the score must not be above " + most, most);
            }
            results.add(result);
            changes.add(new EditionChange(
                    rowKey.edition(),
                    row.value(rule, window),
                    Objects.requireNonNullElse(result.value(rule, window), 0L)));
            allDays |= row.value() != null && !Objects.equals(row.extra(), result.extra());
        }
        results.forEach(result -> touched.put(result.key(), result.movedFrom(locked(result.key()), routed.dayEnds())));
        var change = changes.getFirst();
        log.add(new LogEntry(key, change, changes.size() > 1 ? changes.get(1) : null, window, submission.occurredAt()));
        firstDay = earlier(firstDay, submission.day());
        counted.put(key, new CountedMessage(period, change.before(), change.after()));
        return new SubmissionResult(
                ScoreOutcome.APPLIED, period, change.before(), change.after(), RankChange.NONE, null);
    }

    private static SubmissionResult refused(String period, String refusal, long most) {
        var violation = new Violation(null, refusal, "score", Map.of("max", Long.toString(most)));
        return SubmissionResult.refused(ScoreOutcome.INVALID, period, violation);
    }

    private ScoreRow row(ScoreKey key) {
        var row = touched.get(key);
        return row == null ? locked(key) : row;
    }

    private ScoreRow locked(ScoreKey key) {
        var row = rows.get(key);
        return row == null ? ScoreRow.none(key, false) : row;
    }

    private static @Nullable LocalDate earlier(@Nullable LocalDate one, @Nullable LocalDate other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    /**
     * The first changed day on sliding boards; null without a change, or if a member's extra changed, which all windows
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
