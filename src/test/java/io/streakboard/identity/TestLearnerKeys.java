package io.streakboard.identity;

import static org.mockito.Mockito.mock;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streakboard.identity.LearnerProperties.Keys;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToLongFunction;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Keys of learners without servers. */
public final class TestLearnerKeys {

    /** A table in memory. */
    static class MemoryTable extends KeyTable {

        final Map<Long, String> rows = new HashMap<>();
        int statements;

        MemoryTable() {
            super(mock(JdbcClient.class), mock(JdbcTemplate.class));
        }

        @Override
        Map<Long, String> read(Collection<Long> learners) {
            statements++;
            var found = new HashMap<>(rows);
            found.keySet().retainAll(learners);
            return found;
        }

        @Override
        void add(SortedMap<Long, String> keys) {
            statements++;
            keys.forEach(rows::putIfAbsent);
        }

        @Override
        void delete(long learner) {
            rows.remove(learner);
        }
    }

    private TestLearnerKeys() {}

    public static LearnerKeys numbers() {
        return keys(Keys.NUMBERS, new LearnerHash(), new MemoryTable());
    }

    /** Texts, of which none is stored. */
    public static LearnerKeys texts() {
        return texts(new MemoryTable());
    }

    static LearnerKeys texts(KeyTable table, ToLongFunction<String> hash) {
        return keys(
                Keys.TEXTS,
                new LearnerHash() {
                    @Override
                    long of(String key) {
                        return hash.applyAsLong(key);
                    }
                },
                table);
    }

    static LearnerKeys texts(KeyTable table) {
        return texts(table, new LearnerHash()::of);
    }

    private static LearnerKeys keys(Keys keys, LearnerHash hash, KeyTable table) {
        return new LearnerKeys(new LearnerProperties(keys), hash, table, new SimpleMeterRegistry());
    }
}
