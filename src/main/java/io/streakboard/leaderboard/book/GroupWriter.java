package io.streakboard.leaderboard.book;

import static java.util.stream.Collectors.toSet;

import io.streakboard.leaderboard.book.Receipt.Outcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.scores.Ranks;
import io.streakboard.leaderboard.scores.ScoreTransactions;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
                .map(submission -> new Placed(
                        submission,
                        editions(submission, now),
                        submission.board().comparesDays()
                                ? time.dayEndsWithin(submission.period().endsAt())
                                : null))
                .toList();
    }

    private List<StoredEdition> editions(Submission submission, Instant now) {
        var end = submission.period().endsAt();
        if (end != null && !now.isBefore(end.plus(submission.board().retention()))) {
            return List.of();
        }
        var overAll = open(submission, null);
        if (submission.partition() == null || overAll.isEmpty()) {
            return overAll.stream().toList();
        }
        var own = open(submission, submission.partition());
        return own.isEmpty() ? List.of() : List.of(own.get(), overAll.get());
    }

    private Optional<StoredEdition> open(Submission submission, @Nullable String partition) {
        return editions.open(submission.board(), submission.period(), partition);
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
        var change = ranks.of(answer.placed().keys().getFirst());
        return change == null ? receipt : receipt.ranked(change);
    }
}
