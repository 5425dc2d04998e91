package io.streakboard.leaderboard;

import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.finals.FinalTable;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rankings.NamedRanking;
import io.streakboard.leaderboard.rankings.RankingQuery;
import io.streakboard.leaderboard.rankings.Rankings;
import io.streakboard.leaderboard.rules.BoardsSection;
import io.streakboard.leaderboard.scores.ScoreLog;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Boards of any kind, for modules in the process. The rules are the same as over HTTP: an invalid score gets {@link
 * Outcome#INVALID}, an invalid query a {@link Problem}.
 */
@Service
public class Boards {

    /** A member's entry on a ranking. */
    public record BoardEntry(long rank, String member, long score, Instant reachedAt) {}

    /**
     * Names a ranking.
     *
     * @param period its key, or {@code current} or {@code previous}
     * @param partition null for the ranking over all
     */
    public record RankingName(
            String board, String period, @Nullable String partition) {

        public static RankingName current(String board) {
            return new RankingName(board, Cycles.CURRENT, null);
        }
    }

    private final ScoreRules rules;
    private final ScoreService service;
    private final ScoreLog log;
    private final Rankings rankings;
    private final FinalTable finals;
    private final BoardsSection section;

    Boards(
            ScoreRules rules,
            ScoreService service,
            ScoreLog log,
            Rankings rankings,
            FinalTable finals,
            BoardsSection section) {
        this.section = section;
        this.log = log;
        this.finals = finals;
        this.rules = rules;
        this.service = service;
        this.rankings = rankings;
    }

    /**
     * Takes in scores and returns an outcome for each, in the given order. It has transactions of its own; to submit
     * scores within your transaction, publish {@link ScoreSubmitted}.
     */
    public List<SubmissionResult> submit(List<NewScore> scores) {
        return checked(scores, service::take);
    }

    /** The same for an external caller, with a limit on new partitions. */
    List<SubmissionResult> submit(String caller, List<NewScore> scores) {
        return checked(scores, submissions -> service.take(caller, submissions));
    }

    /**
     * The outcomes that {@link #submit} would return, without figures and without changes. Does not detect that a sum
     * would leave the bounds of its board.
     */
    public List<SubmissionResult> dryRun(List<NewScore> scores) {
        return checked(scores, service::dryRun);
    }

    /**
     * Whether the message id of each score was counted since an instant; of equal ids only the first.
     */
    public List<Boolean> countedSince(List<NewScore> scores, Instant since) {
        var keys = scores.stream().map(Boards::messageKey).toList();
        var counted = log.countedSince(keys, since);
        return keys.stream().map(counted::remove).toList();
    }

    private static MessageKey messageKey(NewScore score) {
        return new MessageKey(score.board(), score.member(), score.messageId());
    }

    private List<SubmissionResult> checked(
            List<NewScore> scores, Function<List<Submission>, List<SubmissionResult>> take) {
        section.refresh();
        var checked = scores.stream().map(rules::check).toList();
        var submissions = checked.stream()
                .flatMap(each -> each instanceof Submission submission ? Stream.of(submission) : Stream.empty())
                .toList();
        var results = submissions.isEmpty()
                ? List.<SubmissionResult>of().iterator()
                : take.apply(submissions).iterator();
        return checked.stream()
                .map(each -> each instanceof SubmissionResult refused ? refused : results.next())
                .toList();
    }

    /** The best {@code size} entries of a ranking. */
    public List<BoardEntry> top(RankingName ranking, int size) {
        return find(ranking).ranking().page(0, size, null).entries().stream()
                .map(Boards::place)
                .toList();
    }

    /** The entry of a member; empty if it is not ranked. */
    public Optional<BoardEntry> place(RankingName ranking, String member) {
        var found = find(ranking);
        found.checkMember("member", member);
        return Optional.ofNullable(found.ranking().of(member)).map(Boards::place);
    }

    /**
     * The entries of a {@link BoardFinal}, without gaps. A deleted learner is a negative number.
     *
     * @param first position from 1, best first; not the rank, which members may share
     */
    public List<BoardEntry> finalPlaces(long edition, long first, int size) {
        return finals.rows(edition).between(first, first + size - 1).stream()
                .map(row -> place(row.entry()))
                .toList();
    }

    private NamedRanking find(RankingName name) {
        return rankings.find(name.board(), new RankingQuery(name.period(), null, name.partition(), null));
    }

    static BoardEntry place(Entry entry) {
        return new BoardEntry(entry.rank(), entry.member(), entry.score(), entry.reachedAt());
    }
}
