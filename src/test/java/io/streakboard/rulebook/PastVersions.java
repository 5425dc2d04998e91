package io.streakboard.rulebook;

import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Versions of the rulebook that a test makes valid from instants of the past, which cannot be published, and takes away
 * again. Activities of that time are then paid by them.
 */
public final class PastVersions implements AutoCloseable {

    /** No number is used twice, because instances keep the rules of a number. */
    private static final AtomicLong NUMBERS = new AtomicLong(1_000_000);

    private final JdbcClient jdbc;
    private final Rulebook rulebook;
    private final String before;

    public PastVersions(JdbcClient jdbc, Rulebook rulebook) {
        this.jdbc = jdbc;
        this.rulebook = rulebook;
        this.before = jdbc.sql("SELECT document FROM rulebook_version ORDER BY number DESC LIMIT 1")
                .query(String.class)
                .single();
    }

    /** The rules before this test with a patch; without members they are valid as they were. */
    public PastVersions from(Instant validFrom, String patch) {
        var document = (ObjectNode) MergePatch.apply(
                JsonMapper.shared().readTree(before), JsonMapper.shared().readTree(patch));
        jdbc.sql("""
                        INSERT INTO rulebook_version (number, document, digest, valid_from, published_at, source)
                        VALUES (?, ?, ?, ?, ?, 'DATABASE')
                        """)
                .params(
                        NUMBERS.incrementAndGet(),
                        document.toString(),
                        RulebookVersion.digest(document),
                        Utc.column(validFrom),
                        Utc.column(validFrom))
                .update();
        rulebook.refresh();
        return this;
    }

    @Override
    public void close() {
        jdbc.sql("DELETE FROM rulebook_version WHERE number > 1000000").update();
        rulebook.refresh();
    }
}
