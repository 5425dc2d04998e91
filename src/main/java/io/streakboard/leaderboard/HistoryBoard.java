package io.streakboard.leaderboard;

import io.streakboard.season.Season;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The boards of settled seasons, tables {@code points_board_<season>}. */
@Component
class HistoryBoard implements Board {

    private final JdbcClient jdbc;

    HistoryBoard(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    static String name(long season) {
        return "points_board_" + season;
    }

    @Override
    public Page page(Season season, long offset, int size, long learner) {
        return new Page(
                Objects.requireNonNullElse(season.learners(), 0L),
                ranks(season, offset + 1, offset + size),
                standing(season, learner),
                false);
    }

    @Override
    public Page around(Season season, int radius, long learner) {
        var mine = standing(season, learner);
        return new Page(
                Objects.requireNonNullElse(season.learners(), 0L),
                mine == null ? List.of() : ranks(season, mine.rank() - radius, mine.rank() + radius),
                mine,
                false);
    }

    @Override
    public Page among(Season season, Collection<Long> learners, long learner) {
        return new Page(
                Objects.requireNonNullElse(season.learners(), 0L),
                standings(season, learners),
                standing(season, learner),
                false);
    }

    private List<Standing> ranks(Season season, long first, long last) {
        return jdbc.sql("SELECT * FROM %s WHERE id BETWEEN ? AND ? ORDER BY id".formatted(name(season.id())))
                .params(first, last)
                .query((row, number) -> BoardTable.standing(row))
                .list();
    }

    private @Nullable Standing standing(Season season, long learner) {
        return standings(season, List.of(learner)).stream().findFirst().orElse(null);
    }

    @Override
    public List<Standing> standings(Season season, Collection<Long> learners) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id IN (:learners) ORDER BY id".formatted(name(season.id())))
                .param("learners", learners)
                .query((row, number) -> BoardTable.standing(row))
                .list();
    }

    /** Takes a learner off their rank, which stays: with a negative number in place of the id. */
    void anonymise(long season, long learner) {
        jdbc.sql("UPDATE %s SET user_id = -id WHERE user_id = ?".formatted(name(season)))
                .param(learner)
                .update();
    }
}
