package io.streakboard.leaderboard.seasons;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.toMap;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Tiebreakers;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.seasons.AllTimeFigures.AllTimeTotals;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * The points board of all seasons together, if it is configured. A score is read from MySQL whenever one of the seasons
 * changes, so it is absolute; more deductions mean a newer score. A settlement changes nothing.
 */
@Component
public class AllTimeBoard implements EditionSource {

    /** The key in place of a season. */
    public static final String KEY = "all";

    private static final int PAGE = 500;

    private final AllTimeProperties properties;
    private final AllTimeFigures figures;
    private final LiveBoards live;
    private final DeletedLearners deleted;
    private final PointsRollout rollout;
    private final Edition edition;

    AllTimeBoard(
            AllTimeProperties properties,
            AllTimeFigures figures,
            LiveBoards live,
            DeletedLearners deleted,
            PointsRollout rollout,
            Tiebreakers tiebreakers) {
        this.rollout = rollout;
        this.edition = Edition.ofAllPoints(tiebreakers);
        this.properties = properties;
        this.figures = figures;
        this.live = live;
        this.deleted = deleted;
    }

    /** Whether a key of a season means this board. */
    public boolean isNamed(String season) {
        return isKept() && season.equals(KEY);
    }

    public boolean isKept() {
        return properties.allTime();
    }

    @Override
    public Edition edition() {
        return edition;
    }

    public Ranking ranking() {
        return live.ranking(edition);
    }

    @Override
    public Optional<Score> score(String member) {
        var one = List.of(Long.valueOf(member));
        return scores(one, figures.of(one)).findFirst();
    }

    /** Brings the points of some learners up to date. */
    public void update(Collection<Long> learners) {
        if (isKept()) {
            learners.stream()
                    .distinct()
                    .gather(Gatherers.windowFixed(PAGE))
                    .forEach(page -> live.of(edition)
                            .update(scores(page, figures.ofMoving(page)).toList()));
        }
    }

    /** Removes a copy that is switched off and misses points, but not while instances differ in that. */
    void removeUnkept() {
        if (!isKept() && live.of(edition).complete() && !rollout.underWay()) {
            live.clear(edition);
        }
    }

    @Override
    public void forEach(Consumer<Score> to) {
        for (var page = figures.learnersAfter(0, PAGE);
                !page.isEmpty();
                page = figures.learnersAfter(page.getLast(), PAGE)) {
            scores(page, figures.of(page)).forEach(to);
        }
    }

    private Stream<Score> scores(List<Long> learners, Map<Long, AllTimeTotals> found) {
        var scores = found.entrySet().stream()
                .collect(toMap(each -> each.getKey(), each -> score(each.getKey(), each.getValue())));
        deleted.among(learners).forEach(learner -> scores.put(learner, erased(learner)));
        return scores.values().stream();
    }

    private static Score score(long learner, AllTimeTotals figures) {
        var reachedAt = requireNonNullElse(figures.reachedAt(), Score.TIME_UNKNOWN);
        return Score.ofLearner(learner, figures.points(), reachedAt, figures.deductions());
    }

    /** Newer than any score of the learner. */
    private static Score erased(long learner) {
        return Score.ofLearner(learner, 0, null, Integer.MAX_VALUE);
    }
}
