package io.streakboard.leaderboard.seasons;

import static java.util.stream.Collectors.toMap;

import io.streakboard.identity.LearnerFigures;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.season.Seasons;
import io.streakboard.web.Outage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Points and ranks of many learners on the board of the current season. Without the board, points alone, from MySQL.
 */
@Component
class RankFigures implements LearnerFigures {

    private static final String POINTS = "points";
    private static final String RANK = "rank";

    private final SeasonBoards boards;
    private final Seasons seasons;

    RankFigures(SeasonBoards boards, Seasons seasons) {
        this.boards = boards;
        this.seasons = seasons;
    }

    @Override
    public Set<String> names() {
        return Set.of(POINTS, RANK);
    }

    @Override
    public FigureValues of(List<Long> learners) {
        var season = seasons.current();
        var page = boards.of(season)
                .amongNotCompared(learners.stream().map(String::valueOf).toList(), null);
        var points = page.degraded()
                ? boards.scores(season, learners).stream().collect(toMap(Score::learner, Score::score))
                : page.entries().stream().collect(toMap(RankFigures::learner, Entry::score));
        var ranks = page.degraded()
                ? Map.<Long, Long>of()
                : page.entries().stream().collect(toMap(RankFigures::learner, Entry::rank));
        var figures = new HashMap<Long, Map<String, @Nullable Object>>();
        learners.forEach(learner -> {
            var values = new HashMap<String, @Nullable Object>();
            values.put(POINTS, points.getOrDefault(learner, 0L));
            values.put(RANK, ranks.get(learner));
            figures.put(learner, values);
        });
        return new FigureValues(figures, page.degraded() || Outage.ofMySql());
    }

    private static Long learner(Entry entry) {
        return Long.valueOf(entry.member());
    }
}
