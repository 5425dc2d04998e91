package io.streakboard.rewards;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/** The table {@code board_prize}: the prizes of learners, with the rewards of settled seasons. */
@Component
public class PrizeTable implements PersonalData {

    private static final int MAX_BATCH = 500;
    private static final String OF_SEASONS = "board = '" + Prize.POINTS_BOARD + "'";
    private static final String OF_BOARDS = "user_id = ? AND NOT " + OF_SEASONS;

    private final JdbcTemplate batches;
    private final JdbcClient jdbc;

    PrizeTable(JdbcTemplate batches, JdbcClient jdbc) {
        this.batches = batches;
        this.jdbc = jdbc;
    }

    /** Adds prizes of one ranking and returns the stored ones: existing rows stay unchanged. */
    List<Prize> record(List<Prize> prizes) {
        batches.batchUpdate("""
                INSERT INTO board_prize (user_id, edition_id, board, period_key, place, points, title, given_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE place = place
                """, prizes, MAX_BATCH, (statement, prize) -> {
            statement.setLong(1, prize.learner());
            statement.setLong(2, prize.edition());
            statement.setString(3, prize.board());
            statement.setString(4, prize.period());
            statement.setLong(5, prize.rank());
            statement.setInt(6, prize.points());
            statement.setString(7, prize.title());
            statement.setObject(8, Utc.column(prize.at()));
        });
        return jdbc.sql("""
                        SELECT * FROM board_prize
                         WHERE user_id IN (:learners) AND board = :board AND edition_id = :edition
                        """)
                .param("learners", prizes.stream().map(Prize::learner).toList())
                .param("board", prizes.getFirst().board())
                .param("edition", prizes.getFirst().edition())
                .query(PrizeTable::prize)
                .list();
    }

    void remove(List<Prize> prizes) {
        batches.batchUpdate(
                "DELETE FROM board_prize WHERE user_id = ? AND board = ? AND edition_id = ?",
                prizes,
                MAX_BATCH,
                (statement, prize) -> {
                    statement.setLong(1, prize.learner());
                    statement.setString(2, prize.board());
                    statement.setLong(3, prize.edition());
                });
    }

    /** The titles of learners in settled seasons, one for each season with a title. Learners without any are left out. */
    public Map<Long, List<String>> titles(Collection<Long> learners) {
        var titles = new HashMap<Long, List<String>>();
        jdbc.sql("SELECT user_id, title FROM board_prize WHERE user_id IN (:learners) AND title IS NOT NULL AND "
                        + OF_SEASONS)
                .param("learners", learners)
                .query(row -> {
                    titles.computeIfAbsent(row.getLong("user_id"), learner -> new ArrayList<>())
                            .add(row.getString("title"));
                });
        return titles;
    }

    /** A learner's title of a settled season. */
    public Optional<String> title(long season, long learner) {
        return ofSeasons(learner).stream()
                .filter(prize -> prize.edition() == season)
                .map(Prize::title)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** A learner's rewards of settled seasons. */
    List<Prize> ofSeasons(long learner) {
        return jdbc.sql("SELECT * FROM board_prize WHERE user_id = ? AND " + OF_SEASONS + " ORDER BY edition_id DESC")
                .param(learner)
                .query(PrizeTable::prize)
                .list();
    }

    /** A learner's prizes of other boards, newest editions first. */
    List<Prize> ofBoards(long learner, long offset, int limit) {
        return jdbc.sql("SELECT * FROM board_prize WHERE " + OF_BOARDS + " ORDER BY edition_id DESC LIMIT ?, ?")
                .params(learner, offset, limit)
                .query(PrizeTable::prize)
                .list();
    }

    private static Prize prize(ResultSet row, int number) throws SQLException {
        return new Prize(
                row.getLong("edition_id"),
                row.getString("board"),
                row.getString("period_key"),
                row.getLong("user_id"),
                row.getLong("place"),
                row.getInt("points"),
                row.getString("title"),
                Utc.instant(row, "given_at"));
    }

    long countOfBoards(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM board_prize WHERE " + OF_BOARDS)
                .param(learner)
                .query(Long.class)
                .single();
    }

    @Override
    public String section() {
        return "prizes";
    }

    @Override
    public List<Prize> of(long learner) {
        return ofBoards(learner, 0, Integer.MAX_VALUE);
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM board_prize WHERE user_id = ?")
                .param(deleted.learner())
                .update();
    }
}
