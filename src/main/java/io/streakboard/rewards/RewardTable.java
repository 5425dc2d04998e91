package io.streakboard.rewards;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.rewards.Payout.Rewards;
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

/** The table {@code season_reward}: the rewards of learners. */
@Component
public class RewardTable implements PersonalData, Rewards<Reward> {

    private static final int MAX_BATCH = 500;

    private final JdbcTemplate batches;
    private final JdbcClient jdbc;

    RewardTable(JdbcTemplate batches, JdbcClient jdbc) {
        this.batches = batches;
        this.jdbc = jdbc;
    }

    @Override
    public List<Reward> record(List<Reward> rewards) {
        batches.batchUpdate("""
                INSERT INTO season_reward (user_id, season_id, place, points, title) VALUES (?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE place = place
                """, rewards, MAX_BATCH, (statement, reward) -> {
            statement.setLong(1, reward.learner());
            statement.setLong(2, reward.season());
            statement.setLong(3, reward.rank());
            statement.setInt(4, reward.points());
            statement.setString(5, reward.title());
        });
        return jdbc.sql("SELECT * FROM season_reward WHERE user_id IN (:learners) AND season_id = :season")
                .param("learners", rewards.stream().map(Reward::learner).toList())
                .param("season", rewards.getFirst().season())
                .query(RewardTable::reward)
                .list();
    }

    @Override
    public void remove(List<Reward> rewards) {
        batches.batchUpdate(
                "DELETE FROM season_reward WHERE user_id = ? AND season_id = ?",
                rewards,
                MAX_BATCH,
                (statement, reward) -> {
                    statement.setLong(1, reward.learner());
                    statement.setLong(2, reward.season());
                });
    }

    /** The titles of learners, one for each season with a title. Learners without any are left out. */
    public Map<Long, List<String>> titles(Collection<Long> learners) {
        var titles = new HashMap<Long, List<String>>();
        jdbc.sql("SELECT user_id, title FROM season_reward WHERE user_id IN (:learners) AND title IS NOT NULL")
                .param("learners", learners)
                .query(row -> {
                    titles.computeIfAbsent(row.getLong("user_id"), learner -> new ArrayList<>())
                            .add(row.getString("title"));
                });
        return titles;
    }

    /** A learner's title of a season. */
    public Optional<String> title(long season, long learner) {
        return of(learner).stream()
                .filter(reward -> reward.season() == season)
                .map(Reward::title)
                .filter(Objects::nonNull)
                .findFirst();
    }

    @Override
    public String section() {
        return "rewards";
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM season_reward WHERE user_id = ?")
                .param(deleted.learner())
                .update();
    }

    @Override
    public List<Reward> of(long learner) {
        return jdbc.sql("SELECT * FROM season_reward WHERE user_id = ? ORDER BY season_id DESC")
                .param(learner)
                .query(RewardTable::reward)
                .list();
    }

    private static Reward reward(ResultSet row, int number) throws SQLException {
        return new Reward(
                row.getLong("season_id"),
                row.getLong("user_id"),
                row.getLong("place"),
                row.getInt("points"),
                row.getString("title"));
    }
}
