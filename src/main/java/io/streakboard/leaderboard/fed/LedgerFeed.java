package io.streakboard.leaderboard.fed;

import static java.util.stream.Collectors.toSet;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.points.PaidEntries.PaidEntry;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes entries of the ledger to the boards that it feeds, as scores. An entry counts once on a board, however often it
 * comes: by its event, again, and by the fill.
 */
@Component
public class LedgerFeed {

    /** Entries by {@code outcome}: {@code applied}, {@code duplicate}, {@code late}, {@code invalid}. */
    static final String AWARDS = "streakboard.board.awards";

    private static final Logger log = LoggerFactory.getLogger(LedgerFeed.class);

    /** Scores in a transaction. */
    private static final int BATCH = 500;

    private final Editions editions;
    private final Cycles cycles;
    private final ScoreService scores;
    private final DeletedLearners deleted;
    private final MeterRegistry metrics;

    LedgerFeed(Editions editions, Cycles cycles, ScoreService scores, DeletedLearners deleted, MeterRegistry metrics) {
        this.editions = editions;
        this.cycles = cycles;
        this.scores = scores;
        this.deleted = deleted;
        this.metrics = metrics;
    }

    /** The rules of all boards. The same object until another version is in force. */
    List<BoardRule> rules() {
        return editions.rules().all();
    }

    /** The boards that are fed by the current rules. */
    List<BoardRule> boards() {
        return rules().stream().filter(BoardRule::isFed).toList();
    }

    /** Whether there is any: without one, awards are no events for this package. */
    public boolean isNeeded() {
        return rules().stream().anyMatch(BoardRule::isFed);
    }

    /** Leaves out deleted learners, whose scores are deleted as on all boards. */
    void take(List<BoardRule> boards, Collection<PaidEntry> entries) {
        var gone = deleted.among(entries.stream().map(PaidEntry::learner).collect(toSet()));
        entries.stream()
                .filter(entry -> !gone.contains(entry.learner()))
                .flatMap(entry -> boards.stream().flatMap(board -> submission(board, entry)))
                .gather(Gatherers.windowFixed(BATCH))
                .forEach(this::take);
    }

    private Stream<Submission> submission(BoardRule board, PaidEntry entry) {
        return AwardScores.score(board, entry).stream().flatMap(score -> submission(board, score));
    }

    private Stream<Submission> submission(BoardRule board, NewScore score) {
        return switch (Submission.of(board, cycles.at(board, score.occurredAt()), score)) {
            case Submission submission -> Stream.of(submission);
            case SubmissionResult refused -> {
                count(score, refused);
                yield Stream.empty();
            }
        };
    }

    private void take(List<Submission> submissions) {
        var results = scores.take(submissions);
        for (int i = 0; i < results.size(); i++) {
            count(submissions.get(i).score(), results.get(i));
        }
    }

    /** An entry that is too late for its edition does not count, like any score. */
    private void count(NewScore score, SubmissionResult result) {
        metrics.counter(AWARDS, "outcome", result.outcome().name().toLowerCase(Locale.ROOT))
                .increment();
        if (result.outcome() == ScoreOutcome.INVALID) {
            log.warn("{} was not counted: {}", score, result.detail());
        }
    }
}
