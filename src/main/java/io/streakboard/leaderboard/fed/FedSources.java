package io.streakboard.leaderboard.fed;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.From;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.editions.FillTable;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.ScoreSource;
import io.streakboard.leaderboard.scores.DailyScores;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.scores.HiddenMembers;
import io.streakboard.leaderboard.scores.HiddenMembers.MemberOnBoard;
import io.streakboard.leaderboard.scores.TimedScore;
import io.streakboard.points.PaidEntries;
import io.streakboard.points.PaidEntries.PaidDay;
import io.streakboard.points.PaidEntries.PaidQuery;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The sources of editions: the book of scores. What it should have is in the ledger, if that feeds the board. */
@Component
public class FedSources {

    private static final int PAGE = 500;

    private final EditionRepair repair;
    private final FillTable fills;
    private final PaidEntries entries;
    private final HiddenMembers hidden;
    private final DeletedLearners deleted;
    private final BusinessTime time;

    FedSources(
            EditionRepair repair,
            FillTable fills,
            PaidEntries entries,
            HiddenMembers hidden,
            DeletedLearners deleted,
            BusinessTime time) {
        this.repair = repair;
        this.fills = fills;
        this.entries = entries;
        this.hidden = hidden;
        this.deleted = deleted;
        this.time = time;
    }

    public EditionSource of(StoredEdition edition) {
        var book = repair.source(edition);
        return edition.board().isFed() ? new Fed(edition, book) : book;
    }

    private final class Fed implements EditionSource {

        private final StoredEdition stored;
        private final EditionSource book;

        private Fed(StoredEdition stored, EditionSource book) {
            this.stored = stored;
            this.book = book;
        }

        @Override
        public Edition edition() {
            return book.edition();
        }

        @Override
        public Optional<Score> score(String member) {
            return book.score(member);
        }

        @Override
        public Optional<Ranking> before() {
            return book.before();
        }

        @Override
        public void forEach(Consumer<Score> to) {
            book.forEach(to);
        }

        /**
         * An edition from before the board was filled has only what came late, and one that is older than the ledgers has
         * more than they have.
         */
        @Override
        public ScoreSource expected() {
            var from = from();
            boolean whole = entries.reachBackTo(from)
                    && fills.find(stored.board())
                            .filter(fill -> fill.from() == null || from != null && !from.isBefore(fill.from()))
                            .isPresent();
            return whole ? this::forEachInLedger : book;
        }

        private @Nullable Instant from() {
            var board = stored.board();
            var last = stored.lastDay();
            var start = last == null ? stored.period().startsAt() : time.startOf(last.minusDays(board.days() - 1));
            return board.startsAt() == null || start != null && start.isAfter(board.startsAt())
                    ? start
                    : board.startsAt();
        }

        private @Nullable Instant to() {
            var end = stored.period().endsAt();
            var close = stored.board().endsAt();
            return close == null || end != null && end.isBefore(close) ? end : close;
        }

        private void forEachInLedger(Consumer<Score> to) {
            var board = stored.board();
            var scores = requireNonNull(board.scores());
            var query = new PaidQuery(from(), to(), Set.copyOf(scores.types()), AwardScores.others(board));
            for (var page = entries.learnersAfter(query, 0, PAGE);
                    !page.isEmpty();
                    page = entries.learnersAfter(query, page.getLast(), PAGE)) {
                var paid = entries.byDay(query, page.getFirst(), page.getLast());
                var gone = deleted.among(paid.keySet());
                var unseen = hidden.among(paid.keySet().stream()
                        .map(learner -> new MemberOnBoard(board.name(), Long.toString(learner)))
                        .toList());
                paid.forEach((learner, days) -> {
                    var member = Long.toString(learner);
                    if (!gone.contains(learner)) {
                        boolean isHidden = unseen.contains(new MemberOnBoard(board.name(), member));
                        sum(board, stored.lastDay(), days)
                                // What went above the limit was refused: the book says what came before.
                                .flatMap(sum -> sum.score() > board.maxScore()
                                        ? book.score(member)
                                        : Optional.of(FedSources.expected(board, member, sum, isHidden)))
                                .ifPresent(to);
                    }
                });
            }
        }
    }

    private static Score expected(BoardRule board, String member, TimedScore sum, boolean isHidden) {
        boolean ranked = !isHidden && board.ranks(sum.score());
        return new Score(member, sum.score(), ranked ? sum.at(board) : null, 0, null, null);
    }

    /**
     * The score of what a learner was paid. Empty without any.
     *
     * @param window the last day of the window of a sliding board; else null
     */
    static Optional<TimedScore> sum(BoardRule board, @Nullable LocalDate window, List<PaidDay> days) {
        boolean points = requireNonNull(board.scores()).from() == From.POINTS;
        var byDay = days.stream()
                .collect(toMap(
                        PaidDay::day,
                        day -> new TimedScore(points ? day.points() : day.entries(), day.reachedAt()),
                        (one, other) -> one,
                        TreeMap::new));
        return window == null
                ? byDay.values().stream().reduce(FedSources::plus)
                : Optional.ofNullable(new DailyScores(byDay).in(board, window));
    }

    private static TimedScore plus(TimedScore one, TimedScore other) {
        return new TimedScore(
                one.score() + other.score(),
                one.occurredAt().isAfter(other.occurredAt()) ? one.occurredAt() : other.occurredAt());
    }
}
