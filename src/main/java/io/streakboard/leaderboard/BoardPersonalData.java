package io.streakboard.leaderboard;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.SeasonSettled;
import io.streakboard.season.Seasons;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/** A learner's ranks. On live boards a deletion arrives as a total of nothing; on settled ones the rank stays, unnamed. */
@Component
class BoardPersonalData implements PersonalData {

    record Rank(String season, long rank, long points, Instant reachedAt) {}

    private final Boards boards;
    private final HistoryBoard history;
    private final Seasons seasons;
    private final DeletedLearners deletedLearners;

    BoardPersonalData(Boards boards, HistoryBoard history, Seasons seasons, DeletedLearners deletedLearners) {
        this.boards = boards;
        this.history = history;
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
        return boards.of(season).standings(season, List.of(learner)).stream()
                .map(standing -> new Rank(season.name(), standing.rank(), standing.points(), standing.reachedAt()));
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        seasons.newestFirst().stream()
                .filter(season -> season.state() == State.SETTLED)
                .forEach(season -> history.anonymise(season.id(), deleted.learner()));
    }

    /** Those that a settlement under way had to leave. */
    @ApplicationModuleListener
    void on(SeasonSettled settled) {
        long season = settled.seasonId();
        deletedLearners.forEachIn(HistoryBoard.name(season), learner -> history.anonymise(season, learner));
    }
}
