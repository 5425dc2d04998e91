package io.streakboard.leaderboard.book;

import static java.util.stream.Collectors.toSet;

import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.book.Receipt.Outcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.periods.WindowPeriods;
import io.streakboard.leaderboard.scores.Ranks;
import io.streakboard.leaderboard.scores.ScoreTransactions;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Writes a group of submissions in one transaction: keep moderators out, lock the scores in the order of their keys,
 * look up what was counted before, decide, write scores and log, announce. The locks come before the decision. The same
 * message id in another period, and so under another lock, is kept out by the key of the log.
 */
@Component
class GroupWriter {

    private record Answer(Placed placed, Receipt receipt) {}

    private final Editions editions;
    private final ScoreRecords records;
    private final ScoreTransactions transactions;
    private final BusinessTime time;

    GroupWriter(Editions editions, ScoreRecords records, ScoreTransactions transactions, BusinessTime time) {
        this.editions = editions;
        this.records = records;
        this.transactions = transactions;
        this.time = time;
    }

    List<Receipt> write(List<Submission> submissions) {
        var ranks = new Ranks();
        var answers = ranks.during(() -> transactions.execute(() -> place(submissions), this::book));
        return answers.stream().map(answer -> ranked(answer, ranks)).toList();
    }

    private List<Placed> place(List<Submission> submissions) {
        var now = time.now();
        return submissions.stream()
                .map(submission -> submission.board().slides() ? slide(submission, now) : place(submission, now))
                .toList();
    }

    private Placed place(Submission submission, Instant now) {
        var period = submission.period();
        if (!submission.board().keeps(period, now)) {
            return new Placed(submission, List.of(), period, null, null);
        }
        var taking = taking(submission, period);
        return new Placed(
                submission,
                taking,
                period,
                taking.isEmpty() ? null : taking.getFirst(),
                submission.board().comparesDays() ? time.dayEndsWithin(period.endsAt()) : null);
    }

    /** The scores of all days are in one edition. The figures are of today's window, if it holds the score. */
    private Placed slide(Submission submission, Instant now) {
        var board = submission.board();
        var windows = new WindowPeriods(time, board);
        var day = LocalDate.parse(submission.period().key());
        var last = day.plusDays(board.days() - 1);
        if (!board.keeps(windows.ending(last), now)) {
            return new Placed(submission, List.of(), submission.period(), null, null);
        }
        var today = time.dayOf(now);
        var told = windows.ending(today.isBefore(day) ? day : today.isAfter(last) ? last : today);
        var taking = taking(submission, StoredEdition.ALL_DAYS);
        return new Placed(
                submission,
                taking,
                told,
                taking.isEmpty()
                        ? null
                        : editions.find(board, told, submission.partition()).orElse(null),
                null);
    }

    private List<StoredEdition> taking(Submission submission, Period period) {
        var overAll = editions.open(submission.board(), period, null);
        if (submission.partition() == null || overAll.isEmpty()) {
            return overAll.stream().toList();
        }
        var own = editions.open(submission.board(), period, submission.partition());
        return own.isEmpty() ? List.of() : List.of(own.get(), overAll.get());
    }

    private List<Answer> book(List<Placed> placed) {
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
    private static Receipt ranked(Answer answer, Ranks ranks) {
        var receipt = answer.receipt();
        if (receipt.outcome() != Outcome.APPLIED) {
            return receipt;
        }
        var place = answer.placed().place();
        var change = place == null ? null : ranks.of(place);
        return change == null ? receipt : receipt.ranked(change);
    }
}
