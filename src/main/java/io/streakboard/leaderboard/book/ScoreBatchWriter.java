package io.streakboard.leaderboard.book;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.streakboard.leaderboard.book.Receipt.Outcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.NewEditions.Opened;
import io.streakboard.leaderboard.editions.NewEditions.Wanted;
import io.streakboard.leaderboard.editions.StoredEdition;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Places submissions on editions, and writes a group of placed ones in one transaction: keep moderators out, lock the scores in the order of their keys,
 * look up earlier messages, decide, write scores and log, announce. The locks come before the decision. The same
 * message id in another period has another lock, so the key of the log keeps it out.
 */
@Component
class ScoreBatchWriter {

    private record Answer(RoutedScore placed, Receipt receipt) {}

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

    /** @throws io.streakboard.leaderboard.editions.EditionsReplaced if submissions are to be placed anew */
    List<Receipt> write(List<RoutedScore> placed) {
        var ranks = new RankChangeCollector();
        var answers = ranks.during(() -> transactions.execute(() -> book(placed)));
        return answers.stream().map(answer -> ranked(answer, ranks)).toList();
    }

    /** Receipts without figures. */
    List<Receipt> dryRun(List<Submission> submissions) {
        var now = time.now();
        var counted = records.counted(submissions);
        return submissions.stream()
                .map(submission -> dryRun(submission, counted, now))
                .toList();
    }

    private Receipt dryRun(Submission submission, Set<MessageKey> counted, Instant now) {
        var period = submission.period().key();
        if (!counted.add(submission.messageKey())) {
            return Receipt.refused(Outcome.DUPLICATE, period, ViolationCode.COUNTED_BEFORE.of("messageId"));
        }
        var late = late(submission, now);
        return late == null ? new Receipt(Outcome.APPLIED, period, null, null, null, null, null) : late;
    }

    private @Nullable Receipt late(Submission submission, Instant now) {
        if (submission.outside() != null) {
            return Receipt.refused(Outcome.LATE, submission.period().key(), submission.outside());
        }
        return keeps(submission, now) ? null : notKept(submission);
    }

    private static Receipt notKept(Submission submission) {
        var period = submission.period().key();
        return Receipt.refused(Outcome.LATE, period, ViolationCode.NOT_KEPT.of(null, period));
    }

    /**
     * Finds the editions that take submissions, and makes missing ones. To be done for each call by itself: a call with
     * many new partitions would hold up the others of its group.
     *
     * @param caller null for modules
     */
    List<RoutedScore> place(@Nullable String caller, List<Submission> submissions) {
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
                    return late == null ? place(submission, opened, now) : refused(submission, late);
                })
                .toList();
    }

    private static RoutedScore refused(Submission submission, Receipt refusal) {
        return new RoutedScore(submission, List.of(), refusal, submission.period(), null, null);
    }

    /** A sliding board keeps a submission as long as the last window that holds it. */
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

    private RoutedScore place(Submission submission, Opened opened, Instant now) {
        var taking = taking(submission);
        if (!opened.taking().keySet().containsAll(taking)) {
            var full = opened.full().get(taking.getFirst());
            return refused(
                    submission,
                    full == null
                            ? notKept(submission)
                            : Receipt.refused(
                                    Outcome.INVALID, submission.period().key(), full));
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
        var told =
                new WindowPeriods(time, board).ending(today.isBefore(day) ? day : today.isAfter(last) ? last : today);
        return new RoutedScore(
                submission,
                taking,
                null,
                told,
                editions.find(board, told, submission.partition()).orElse(null),
                null);
    }

    private List<Answer> book(List<RoutedScore> placed) {
        records.share(placed);
        editions.requireOpen(
                placed.stream().flatMap(each -> each.editions().stream()).collect(toSet()));
        var tally = records.open(placed);
        var answers =
                placed.stream().map(each -> new Answer(each, tally.take(each))).toList();
        records.close(tally, time.now());
        return answers;
    }

    /** Submissions of a group for the same member share the change of its rank. */
    private static Receipt ranked(Answer answer, RankChangeCollector ranks) {
        var receipt = answer.receipt();
        if (receipt.outcome() != Outcome.APPLIED) {
            return receipt;
        }
        var place = answer.placed().place();
        var change = place == null ? null : ranks.of(place);
        return change == null ? receipt : receipt.ranked(change);
    }
}
