package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.leaderboard.seasons.AllTimeBoard;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.SeasonSettled;
import io.streakboard.season.Seasons;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/**
 * A learner's ranks. On a live board a deletion arrives as a total of 0. On a settled board the rank stays,
 * without the learner.
 */
@Component
class BoardPersonalData implements PersonalData {

    /**
     * @param rank null while Redis lacks the board
     * @param degraded whether Redis lacks the board; the points then come from MySQL
     */
    record Rank(String season, @Nullable Long rank, long points, Instant reachedAt, boolean degraded) {}

    private final SeasonBoards boards;
    private final BoardTable table;
    private final Seasons seasons;
    private final DeletedLearners deletedLearners;
    private final AllTimeBoard allTime;

    BoardPersonalData(
            SeasonBoards boards,
            BoardTable table,
            Seasons seasons,
            DeletedLearners deletedLearners,
            AllTimeBoard allTime) {
        this.allTime = allTime;
        this.boards = boards;
        this.table = table;
        this.seasons = seasons;
        this.deletedLearners = deletedLearners;
    }

    @Override
    public String section() {
        return "boards";
    }

    @Override
    public Object of(long learner) {
        return seasons.newestFirst().stream()
                .flatMap(season -> ranks(season, learner))
                .toList();
    }

    private Stream<Rank> ranks(Season season, long learner) {
        var page = boards.of(season).amongNotCompared(List.of(Long.toString(learner)), null);
        return page.degraded()
                ? boards.score(season, learner).stream()
                        .map(score ->
                                new Rank(season.name(), null, score.score(), requireNonNull(score.reachedAt()), true))
                : page.entries().stream()
                        .map(entry -> new Rank(season.name(), entry.rank(), entry.score(), entry.reachedAt(), false));
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        seasons.newestFirst().stream()
                .filter(season -> season.state() == State.SETTLED)
                .forEach(season -> table.anonymise(BoardTable.name(season.id()), deleted.learner()));
        allTime.update(List.of(deleted.learner()));
    }

    /** Learners who were deleted while the season was being settled. */
    @ApplicationModuleListener
    void on(SeasonSettled settled) {
        var name = BoardTable.name(settled.seasonId());
        deletedLearners.forEachIn(name, learner -> table.anonymise(name, learner));
    }
}
