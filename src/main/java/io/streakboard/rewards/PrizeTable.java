package io.streakboard.rewards;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.rewards.Payout.Rewards;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/** The table {@code board_prize}: the prizes of learners. */
@Component
class PrizeTable implements PersonalData, Rewards<Prize> {

    private static final int MAX_BATCH = 500;

    private final JdbcTemplate batches;
    private final JdbcClient jdbc;

    PrizeTable(JdbcTemplate batches, JdbcClient jdbc) {
        this.batches = batches;
        this.jdbc = jdbc;
    }

    @Override
    public List<Prize> record(List<Prize> prizes) {
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
        return jdbc.sql("SELECT * FROM board_prize WHERE user_id IN (:learners) AND edition_id = :edition")
                .param("learners", prizes.stream().map(Prize::learner).toList())
                .param("edition", prizes.getFirst().edition())
                .query(PrizeTable::prize)
                .list();
    }

    @Override
    public void remove(List<Prize> prizes) {
        batches.batchUpdate(
                "DELETE FROM board_prize WHERE user_id = ? AND edition_id = ?",
                prizes,
                MAX_BATCH,
                (statement, prize) -> {
                    statement.setLong(1, prize.learner());
                    statement.setLong(2, prize.edition());
                });
    }

    /** A learner's prizes, newest editions first. */
    List<Prize> of(long learner, long offset, int limit) {
        return jdbc.sql("SELECT * FROM board_prize WHERE user_id = ? ORDER BY edition_id DESC LIMIT ?, ?")
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

    long count(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM board_prize WHERE user_id = ?")
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
        return of(learner, 0, Integer.MAX_VALUE);
    }

    @Override
    public boolean knows(long learner) {
        return count(learner) > 0;
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM board_prize WHERE user_id = ?")
                .param(deleted.learner())
                .update();
    }
}
