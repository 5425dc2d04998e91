package io.streakboard.leaderboard;

import io.streakboard.leaderboard.ScoreRules.Checked;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.book.Receipt;
import io.streakboard.leaderboard.book.Receipt.Outcome;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.finals.FinalTable;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rankings.NamedRanking;
import io.streakboard.leaderboard.rankings.RankingQuery;
import io.streakboard.leaderboard.rankings.Rankings;
import io.streakboard.leaderboard.scores.ScoreLog;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Boards of any kind, for modules in the process. The rules are the same as over HTTP: an invalid score gets {@link
 * Outcome#INVALID}, an invalid question a {@link Problem}.
 */
@Service
public class Boards {

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
    private final ScoreService book;
    private final ScoreLog log;
    private final Rankings rankings;
    private final BoardRules configured;
    private final FinalTable finals;

    Boards(
            ScoreRules rules,
            ScoreService book,
            ScoreLog log,
            Rankings rankings,
            BoardRules configured,
            FinalTable finals) {
        this.log = log;
        this.configured = configured;
        this.finals = finals;
        this.rules = rules;
        this.book = book;
        this.rankings = rankings;
    }

    /**
     * Takes in scores and returns an outcome for each, in the given order. It has transactions of its own; to submit
     * scores within your transaction, publish {@link ScoreSubmitted}.
     */
    public List<Receipt> submit(List<NewScore> scores) {
        return checked(scores, book::take);
    }

    /** The same for a caller outside the process, whose new partitions are bounded. */
    List<Receipt> submit(String caller, List<NewScore> scores) {
        return checked(scores, submissions -> book.take(caller, submissions));
    }

    /**
     * Tells what {@link #submit} would answer, without figures, and changes nothing. It does not see that a sum would
     * leave the bounds of its board.
     */
    public List<Receipt> dryRun(List<NewScore> scores) {
        return checked(scores, book::dryRun);
    }

    /**
     * Whether the message id of each score was counted since an instant; of equal ones, the first only is.
     */
    public List<Boolean> countedSince(List<NewScore> scores, Instant since) {
        var keys = scores.stream().map(Boards::messageKey).toList();
        var counted = log.countedSince(keys, since);
        return keys.stream().map(counted::remove).toList();
    }

    private static MessageKey messageKey(NewScore score) {
        return new MessageKey(score.board(), score.member(), score.messageId());
    }

    private List<Receipt> checked(List<NewScore> scores, Function<List<Submission>, List<Receipt>> take) {
        var checked = scores.stream().map(rules::check).toList();
        var submissions = new ArrayList<Submission>();
        for (var each : checked) {
            if (each instanceof Checked.Fine fine) {
                submissions.add(fine.submission());
            }
        }
        var receipts = submissions.isEmpty()
                ? List.<Receipt>of().iterator()
                : take.apply(submissions).iterator();
        return checked.stream()
                .map(each -> switch (each) {
                    case Checked.Fine fine -> receipts.next();
                    case Checked.Refused refused -> refused.receipt();
                })
                .toList();
    }

    /** The best {@code size} entries of a ranking. */
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

    /**
     * The places of a {@link BoardFinal}, without a gap. A deleted learner is a negative number.
     *
     * @param first 1 for the best; not the rank, which members may share
     */
    public List<Place> finalPlaces(long edition, long first, int size) {
        return finals.rows(edition).between(first, first + size - 1).stream()
                .map(row -> place(row.entry()))
                .toList();
    }

    /** Whether a board is configured that ranks learners and may become final. */
    public boolean mayEndWithLearners(String board) {
        return configured
                .find(board)
                .filter(rule -> rule.members() == Members.LEARNER && !rule.slides())
                .isPresent();
    }

    private NamedRanking find(Name name) {
        return rankings.find(name.board(), new RankingQuery(name.period(), null, name.partition(), null));
    }

    static Place place(Entry entry) {
        return new Place(entry.rank(), entry.member(), entry.score(), entry.reachedAt());
    }
}
