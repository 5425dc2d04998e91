package io.streakboard.leaderboard.seasons;

import static java.util.stream.Collectors.toMap;

import io.streakboard.identity.LearnerFigures;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.season.Seasons;
import io.streakboard.web.Outage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Points and ranks of many learners on the board of the current season. */
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
    public Figures of(List<Long> learners) {
        var page = boards.of(seasons.current())
                .amongNotCompared(learners.stream().map(String::valueOf).toList(), null);
        var ranked = page.entries().stream().collect(toMap(Entry::member, Function.identity()));
        var figures = new HashMap<Long, Map<String, @Nullable Object>>();
        learners.forEach(learner -> {
            var values = new HashMap<String, @Nullable Object>();
            var entry = ranked.get(Long.toString(learner));
            values.put(POINTS, entry == null ? 0 : entry.score());
            values.put(RANK, entry == null ? null : entry.rank());
            figures.put(learner, values);
        });
        return new Figures(figures, page.degraded() || Outage.ofMySql());
    }
}
