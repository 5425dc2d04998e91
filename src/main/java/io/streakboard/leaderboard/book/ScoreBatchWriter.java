package io.streakboard.leaderboard.book;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.NewEditions.Opened;
import io.streakboard.leaderboard.editions.NewEditions.Wanted;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.periods.WindowPeriods;
import io.streakboard.leaderboard.scores.RankChangeCollector;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Routes submissions to editions, and writes a batch of routed scores in one transaction: exclude moderators, lock the
 * scores in the order of their keys, look up earlier messages, decide, write scores and log, publish. The locks come
 * before the decision. The same message id in another period has another lock, so the key of the log excludes it.
 */
@Component
class ScoreBatchWriter {

    private final Editions editions;
    private final ScoreRecords records;
    private final RetriedTransactions transactions;
    private final BusinessTime time;

    ScoreBatchWriter(Editions editions, ScoreRecords records, RetriedTransactions transactions, BusinessTime time) {
        this.editions = editions;
        this.records = records;
        this.transactions = transactions;
        this.time = time;
    }

    /** @throws io.streakboard.leaderboard.editions.EditionsReplaced if submissions must be routed again */
    List<SubmissionResult> write(List<RoutedScore> routed) {
        var ranks = new RankChangeCollector();
        var decided = ranks.during(() -> transactions.execute(() -> decide(routed)));
        return IntStream.range(0, routed.size())
                .mapToObj(i -> ranked(routed.get(i), decided.get(i), ranks))
                .toList();
    }

    /** Results without figures. */
    List<SubmissionResult> dryRun(List<Submission> submissions) {
        var now = time.now();
        var counted = records.counted(submissions);
        return submissions.stream()
                .map(submission -> dryRun(submission, counted, now))
                .toList();
    }

    private SubmissionResult dryRun(Submission submission, Set<MessageKey> counted, Instant now) {
        var period = submission.period().key();
        if (!counted.add(submission.messageKey())) {
            return SubmissionResult.refused(
                    ScoreOutcome.DUPLICATE, period, ViolationCode.COUNTED_BEFORE.of("messageId"));
        }
        var late = late(submission, now);
        return late == null
                ? new SubmissionResult(ScoreOutcome.APPLIED, period, null, null, RankChange.NONE, null)
                : late;
    }

    private @Nullable SubmissionResult late(Submission submission, Instant now) {
        if (submission.outside() != null) {
            return SubmissionResult.refused(
                    ScoreOutcome.LATE, submission.period().key(), submission.outside());
        }
        return keeps(submission, now) ? null : notKept(submission);
    }

    private static SubmissionResult notKept(Submission submission) {
        var period = submission.period().key();
        return SubmissionResult.refused(ScoreOutcome.LATE, period, ViolationCode.NOT_KEPT.of(null, period));
    }

    /**
     * Finds the target editions of submissions, and makes missing ones. Runs for each call by itself: a call with many
     * new partitions would delay its batch.
     *
     * @param caller null for modules
     */
    List<RoutedScore> route(@Nullable String caller, List<Submission> submissions) {
        var now = time.now();
        var opened = editions.open(
                caller,
                submissions.stream()
                        .filter(submission -> late(submission, now) == null)
                        .flatMap(submission -> taking(submission).stream())
                        .collect(toSet()));
        return submissions.stream()
                .map(submission -> {
                    var late = late(submission, now);
                    return late == null ? route(submission, opened, now) : refused(submission, late);
                })
                .toList();
    }

    private static RoutedScore refused(Submission submission, SubmissionResult refusal) {
        return new RoutedScore(submission, List.of(), refusal, submission.period(), null, null);
    }

    /** A sliding board keeps a submission as long as its last window. */
    private boolean keeps(Submission submission, Instant now) {
        var board = submission.board();
        var day = submission.day();
        return board.keeps(
                day == null
                        ? submission.period()
                        : new WindowPeriods(time, board).ending(day.plusDays(board.days() - 1)),
                now);
    }

    /**
     * First its partition's edition, then the edition over all. A sliding board keeps the scores of all days in one
     * edition.
     */
    private static List<Wanted> taking(Submission submission) {
        var period = submission.board().slides() ? StoredEdition.ALL_DAYS : submission.period();
        return Stream.of(Optional.ofNullable(submission.partition()), Optional.<String>empty())
                .distinct()
                .map(partition -> new Wanted(submission.board(), period, partition.orElse(null)))
                .toList();
    }

    private RoutedScore route(Submission submission, Opened opened, Instant now) {
        var taking = taking(submission);
        if (!opened.taking().keySet().containsAll(taking)) {
            var full = opened.full().get(taking.getFirst());
            return refused(
                    submission,
                    full == null
                            ? notKept(submission)
                            : SubmissionResult.refused(
                                    ScoreOutcome.INVALID, submission.period().key(), full));
        }
        var editions = taking.stream().map(opened.taking()::get).toList();
        var board = submission.board();
        if (board.slides()) {
            return slide(submission, editions, now);
        }
        var period = submission.period();
        return new RoutedScore(
                submission,
                editions,
                null,
                period,
                editions.getFirst(),
                board.comparesDays() ? time.dayEndsWithin(period.endsAt()) : null);
    }

    /** The figures are from today's window, if it holds the score. */
    private RoutedScore slide(Submission submission, List<StoredEdition> taking, Instant now) {
        var board = submission.board();
        var day = requireNonNull(submission.day());
        var last = day.plusDays(board.days() - 1);
        var today = time.dayOf(now);
        var reported =
                new WindowPeriods(time, board).ending(today.isBefore(day) ? day : today.isAfter(last) ? last : today);
        return new RoutedScore(
                submission,
                taking,
                null,
                reported,
                editions.find(board, reported, submission.partition()).orElse(null),
                null);
    }

    private List<SubmissionResult> decide(List<RoutedScore> routed) {
        var greatest = records.share(routed);
        editions.requireOpen(
                routed.stream().flatMap(each -> each.editions().stream()).collect(toSet()));
        var decision = records.open(routed, greatest);
        var decided = routed.stream().map(decision::take).toList();
        records.close(decision, time.now());
        return decided;
    }

    /** Submissions of a batch for the same member share the change of its rank. */
    private static SubmissionResult ranked(RoutedScore routed, SubmissionResult result, RankChangeCollector ranks) {
        if (result.outcome() != ScoreOutcome.APPLIED) {
            return result;
        }
        var key = routed.rankedKey();
        var change = key == null ? null : ranks.of(key);
        return change == null ? result : result.ranked(change);
    }
}
