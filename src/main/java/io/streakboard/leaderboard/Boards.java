package io.streakboard.leaderboard;

import io.streakboard.leaderboard.ScoreRules.Checked;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.book.Receipt;
import io.streakboard.leaderboard.book.ScoreBook;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rankings.NamedRanking;
import io.streakboard.leaderboard.rankings.RankingQuery;
import io.streakboard.leaderboard.rankings.Rankings;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Boards of any kind, for modules in the process. They may send and ask for the same as callers over HTTP: a wrong
 * score is answered with {@link Outcome#INVALID}, a wrong question with a {@link Problem}.
 */
@Service
public class Boards {

    /** What became of a score. */
    public enum Outcome {
        APPLIED,
        /** It was counted before; it has the figures that were answered then. */
        DUPLICATE,
        /** Its edition is not kept any more. */
        LATE,
        INVALID
    }

    /**
     * @param period the key of the period that it counts for; null if there is none
     * @param before the member's score before; null if it had none
     * @param score the member's score after
     * @param rankBefore null if the member was not ranked, or for a duplicate
     * @param rank null if the member is not ranked
     * @param detail why, unless applied
     */
    public record Result(
            Outcome outcome,
            @Nullable String period,
            @Nullable Long before,
            @Nullable Long score,
            @Nullable Long rankBefore,
            @Nullable Long rank,
            @Nullable String detail) {}

    /** A member's place on a ranking. */
    public record Place(long rank, String member, long score, Instant reachedAt) {}

    /**
     * Names a ranking.
     *
     * @param period its key, or {@code current} or {@code previous}
     * @param partition null for the ranking over all
     */
    public record Name(
            String board, String period, @Nullable String partition) {

        public static Name current(String board) {
            return new Name(board, Cycles.CURRENT, null);
        }
    }

    private final ScoreRules rules;
    private final ScoreBook book;
    private final Rankings rankings;

    Boards(ScoreRules rules, ScoreBook book, Rankings rankings) {
        this.rules = rules;
        this.book = book;
        this.rankings = rankings;
    }

    /**
     * Takes in scores and tells what became of each, in the given order. It has transactions of its own: whoever
     * records in one what the scores are for publishes {@link ScoreSubmitted} in it instead.
     */
    public List<Result> submit(List<NewScore> scores) {
        var checked = scores.stream().map(rules::check).toList();
        var submissions = new ArrayList<Submission>();
        for (var each : checked) {
            if (each instanceof Checked.Fine fine) {
                submissions.add(fine.submission());
            }
        }
        var receipts = submissions.isEmpty()
                ? List.<Receipt>of().iterator()
                : book.take(submissions).iterator();
        return checked.stream()
                .map(each -> switch (each) {
                    case Checked.Fine fine -> result(receipts.next());
                    case Checked.Wrong wrong ->
                        new Result(Outcome.INVALID, null, null, null, null, null, wrong.detail());
                })
                .toList();
    }

    /** The best of a ranking, {@code size} at most. */
    public List<Place> top(Name ranking, int size) {
        return find(ranking).ranking().page(0, size, null).entries().stream()
                .map(Boards::place)
                .toList();
    }

    /** The place of a member; empty if it has none. */
    public Optional<Place> place(Name ranking, String member) {
        var found = find(ranking);
        found.checkMember("member", member);
        return Optional.ofNullable(found.ranking().of(member)).map(Boards::place);
    }

    private NamedRanking find(Name name) {
        return rankings.find(name.board(), new RankingQuery(name.period(), null, name.partition(), null));
    }

    private static Place place(Entry entry) {
        return new Place(entry.rank(), entry.member(), entry.score(), entry.reachedAt());
    }

    private static Result result(Receipt receipt) {
        return new Result(
                Outcome.valueOf(receipt.outcome().name()),
                receipt.period(),
                receipt.before(),
                receipt.score(),
                receipt.rankBefore(),
                receipt.rank(),
                receipt.detail());
    }
}
