package io.streakboard.badges;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.LearnerFacts;
import io.streakboard.identity.PersonalData;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.LearnerKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code badge_given}. Takes part in exports and deletions even without configured badges. */
@Component
class GivenTable implements PersonalData, LearnerFacts {

    /**
     * A badge that a learner was given.
     *
     * @param number names it in the status list of credentials
     * @param withdrawnAt when an admin withdrew it; null if it was not withdrawn
     */
    record IssuedBadge(
            @LearnerKey long learner,
            String badge,
            long level,
            long number,
            Instant givenAt,
            @Nullable Instant withdrawnAt) {}

    /** A level that a learner has, or had. */
    record HeldLevel(long learner, String badge, long level) {}

    /** Numbers of awards and withdrawals of a level. */
    record LevelCount(String badge, long level, long given, long withdrawn) {}

    private static final String NUMBER_ONLY =
            "user_id = -number, badge = '', level = 0, given_at = :now, withdrawn_at = :now";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final BusinessTime time;

    GivenTable(JdbcClient jdbc, JdbcTemplate batches, BusinessTime time) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.time = time;
    }

    /** @throws org.springframework.dao.DuplicateKeyException if a learner has one of them already */
    void add(List<BadgeGiven.GivenLevel> badges) {
        insert(badges, "");
    }

    /** Leaves existing rows unchanged. */
    void addMissing(List<BadgeGiven.GivenLevel> badges) {
        if (!badges.isEmpty()) {
            insert(badges, " ON DUPLICATE KEY UPDATE level = VALUES(level)");
        }
    }

    /** In the order of keys, so that no two transactions wait for each other. */
    private void insert(List<BadgeGiven.GivenLevel> badges, String otherwise) {
        var sorted = badges.stream()
                .sorted(Comparator.comparing(BadgeGiven.GivenLevel::learner)
                        .thenComparing(BadgeGiven.GivenLevel::badge)
                        .thenComparing(BadgeGiven.GivenLevel::level))
                .toList();
        batches.batchUpdate(
                "INSERT INTO badge_given (user_id, badge, level, given_at) VALUES (?, ?, ?, ?)" + otherwise,
                sorted,
                sorted.size(),
                (statement, badge) -> {
                    statement.setLong(1, badge.learner());
                    statement.setString(2, badge.badge());
                    statement.setLong(3, badge.level());
                    statement.setObject(4, Utc.column(badge.at()));
                });
    }

    /** Withdraws a badge, for good: its number stays withdrawn. Returns whether anything has changed. */
    boolean withdraw(long learner, String badge, long level) {
        return change("withdrawn_at = :now", "withdrawn_at IS NULL", learner, badge, level);
    }

    /**
     * Makes room for a new credential of a withdrawn badge: only the former credential's number stays, as withdrawn,
     * because others may have saved the revocation. Returns whether the badge was withdrawn.
     */
    boolean releaseWithdrawn(long learner, String badge, long level) {
        return change(NUMBER_ONLY, "withdrawn_at IS NOT NULL", learner, badge, level);
    }

    private boolean change(String to, String condition, long learner, String badge, long level) {
        return jdbc.sql("UPDATE badge_given SET " + to
                                + " WHERE user_id = :learner AND badge = :badge AND level = :level AND " + condition)
                        .param("now", Utc.column(time.now()))
                        .param("learner", learner)
                        .param("badge", badge)
                        .param("level", level)
                        .update()
                == 1;
    }

    List<LevelCount> counts() {
        return jdbc.sql("""
                        SELECT badge, level, COUNT(*) AS given, COUNT(withdrawn_at) AS withdrawn
                          FROM badge_given WHERE user_id > 0 GROUP BY badge, level ORDER BY badge, level
                        """)
                .query((row, number) -> new LevelCount(
                        row.getString("badge"), row.getLong("level"), row.getLong("given"), row.getLong("withdrawn")))
                .list();
    }

    /** How many learners have any level of a badge. */
    long learners(String badge) {
        return jdbc.sql("SELECT COUNT(DISTINCT user_id) FROM badge_given WHERE badge = ? AND withdrawn_at IS NULL")
                .param(badge)
                .query(Long.class)
                .single();
    }

    /** The numbers of badges that were withdrawn, both ends included. */
    List<Long> withdrawn(long first, long last) {
        return jdbc.sql("SELECT number FROM badge_given WHERE withdrawn_at IS NOT NULL AND number BETWEEN ? AND ?")
                .params(first, last)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** The highest number; 0 without any. */
    long lastNumber() {
        return jdbc.sql("SELECT COALESCE(MAX(number), 0) FROM badge_given")
                .query(Long.class)
                .single();
    }

    /** Withdrawn ones too. */
    Set<HeldLevel> held(Collection<Long> learners) {
        return learners.isEmpty()
                ? new HashSet<>()
                : new HashSet<>(jdbc.sql("SELECT user_id, badge, level FROM badge_given WHERE user_id IN (:learners)")
                        .param("learners", learners)
                        .query((row, number) ->
                                new HeldLevel(row.getLong("user_id"), row.getString("badge"), row.getLong("level")))
                        .list());
    }

    @Override
    public String section() {
        return "badges";
    }

    @Override
    public List<IssuedBadge> of(long learner) {
        return jdbc.sql("SELECT * FROM badge_given WHERE user_id = ? ORDER BY given_at, badge, level")
                .param(learner)
                .query(GivenTable::given)
                .list();
    }

    /**
     * Leaves only the numbers, as withdrawn, so that credentials of a deleted learner are no longer valid. Within the
     * transaction of the deletion: a delivery of its own would cost more than this one statement by key.
     */
    @EventListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("UPDATE badge_given SET " + NUMBER_ONLY + " WHERE user_id = :learner")
                .param("now", Utc.column(time.now()))
                .param("learner", deleted.learner())
                .update();
    }

    private static IssuedBadge given(ResultSet row, int number) throws SQLException {
        return new IssuedBadge(
                row.getLong("user_id"),
                row.getString("badge"),
                row.getLong("level"),
                row.getLong("number"),
                Utc.instant(row, "given_at"),
                Utc.nullableInstant(row, "withdrawn_at"));
    }
}
