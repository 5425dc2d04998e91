package io.streakboard.identity;

import io.streakboard.identity.NameProperties.NameSource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code learner}. Rows are written in the order of their keys, so that no two writers deadlock. */
@Component
class ProfileTable {

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final NameSource source;

    ProfileTable(JdbcClient jdbc, JdbcTemplate batches, NameProperties properties) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.source = properties.source();
    }

    /** Whether a token's name may replace another. */
    boolean takes(@Nullable LearnerProfile known) {
        return source == NameSource.TOKENS || source == NameSource.BOTH && (known == null || !known.set());
    }

    /** Learners without a row are missing. */
    Map<Long, LearnerProfile> read(Collection<? extends Long> learners) {
        var profiles = new HashMap<Long, LearnerProfile>();
        if (!learners.isEmpty()) {
            jdbc.sql("SELECT user_id, name, avatar, is_set FROM learner WHERE user_id IN (:learners)")
                    .param("learners", learners)
                    .query(row -> {
                        profiles.put(row.getLong("user_id"), profile(row));
                    });
        }
        return profiles;
    }

    /** Learners whose names begin with a text, by name. The column's collation decides which letters are equal. */
    Map<Long, LearnerProfile> beginningWith(String begin, int limit) {
        var profiles = new LinkedHashMap<Long, LearnerProfile>();
        jdbc.sql("SELECT * FROM learner WHERE name LIKE ? ESCAPE '!' ORDER BY name, user_id LIMIT ?")
                .params(begin.replaceAll("[!%_]", "!$0") + "%", limit)
                .query(row -> {
                    profiles.put(row.getLong("user_id"), profile(row));
                });
        return profiles;
    }

    private static LearnerProfile profile(ResultSet row) throws SQLException {
        return new LearnerProfile(row.getString("name"), row.getString("avatar"), row.getBoolean("is_set"));
    }

    /** Writes names from tokens; the statement leaves out names that the platform has set meanwhile. */
    void write(SortedMap<Long, String> names) {
        var replaced = source == NameSource.TOKENS ? "VALUES(name), is_set = FALSE" : "IF(is_set, name, VALUES(name))";
        update(
                "INSERT INTO learner (user_id, name) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = " + replaced,
                names.entrySet().stream()
                        .map(name -> new Object[] {name.getKey(), name.getValue()})
                        .toList());
    }

    /** Writes names and avatars set by the platform. */
    void set(SortedMap<Long, LearnerProfile> profiles) {
        var replaced = source == NameSource.TOKENS
                ? "name = IF(is_set, VALUES(name), name)"
                : "name = VALUES(name), is_set = TRUE";
        update(
                "INSERT INTO learner (user_id, name, avatar, is_set) VALUES (?, ?, ?, TRUE)"
                        + " ON DUPLICATE KEY UPDATE avatar = VALUES(avatar), " + replaced,
                profiles.entrySet().stream()
                        .map(each -> new Object[] {
                            each.getKey(),
                            each.getValue().name(),
                            each.getValue().avatar()
                        })
                        .toList());
    }

    private void update(String sql, List<Object[]> rows) {
        if (!rows.isEmpty()) {
            batches.batchUpdate(sql, rows);
        }
    }

    void erase(long learner) {
        jdbc.sql("DELETE FROM learner WHERE user_id = ?").param(learner).update();
    }
}
