package io.streakboard.identity;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code learner_key}: the keys of learners whom facts are about. Empty if keys are numbers. */
@Component
class KeyTable {

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    KeyTable(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /** Learners without a key are missing. */
    Map<Long, String> read(Collection<Long> learners) {
        var keys = new HashMap<Long, String>();
        jdbc.sql("SELECT learner, learner_key FROM learner_key WHERE learner IN (:learners)")
                .param("learners", learners)
                .query(row -> {
                    keys.put(row.getLong("learner"), row.getString("learner_key"));
                });
        return keys;
    }

    /** Adds keys of learners that have none. Waits for transactions that add the same. */
    void add(SortedMap<Long, String> keys) {
        batches.batchUpdate(
                "INSERT INTO learner_key (learner, learner_key) VALUES (?, ?) ON DUPLICATE KEY UPDATE learner = learner",
                keys.entrySet().stream()
                        .map(each -> new Object[] {each.getKey(), each.getValue()})
                        .toList());
    }

    void delete(long learner) {
        jdbc.sql("DELETE FROM learner_key WHERE learner = ?").param(learner).update();
    }
}
