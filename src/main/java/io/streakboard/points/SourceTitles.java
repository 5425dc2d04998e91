package io.streakboard.points;

import io.streakboard.points.ledger.LedgerEntry;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.web.DisplayName;
import io.streakboard.web.Violation;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table {@code points_source}: titles of what learners do, such as "Loops" for the source {@code lesson-7} of type
 * {@code LESSON}. They belong to the platform, so they stay when a learner is deleted.
 */
@Component
public class SourceTitles {

    public static final int LONGEST = 200;

    /** What the entries of all learners with this type and source id have in common. */
    public record SourceKey(String type, String sourceId) {

        static SourceKey of(LedgerEntry entry) {
            return new SourceKey(entry.type(), entry.sourceId());
        }
    }

    /** All writers lock rows in this order, so that no two of them deadlock. */
    private static final Comparator<SourceKey> KEY_ORDER =
            Comparator.comparing(SourceKey::type).thenComparing(SourceKey::sourceId);

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final JsonMapper json;
    private final RetriedTransactions transactions;

    SourceTitles(JdbcClient jdbc, JdbcTemplate batches, JsonMapper json, RetriedTransactions transactions) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.json = json;
        this.transactions = transactions;
    }

    /** The error of a title from any source; empty if it is valid. */
    public static Optional<Violation> violation(String title) {
        return DisplayName.violation("title", title, LONGEST);
    }

    /** The titles of sources, by one statement. Sources without a title are left out. */
    public Map<SourceKey, String> of(Collection<SourceKey> sources) {
        var titles = new HashMap<SourceKey, String>();
        if (!sources.isEmpty()) {
            jdbc.sql("""
                            SELECT STRAIGHT_JOIN s.type, s.source_id, s.title
                              FROM JSON_TABLE(?, '$[*]' COLUMNS (
                                       type      VARCHAR(32)  PATH '$.type',
                                       source_id VARCHAR(100) PATH '$.sourceId')) k
                              JOIN points_source s ON s.type = k.type AND s.source_id = k.source_id
                            """).param(json.writeValueAsString(sources)).query(row -> {
                titles.put(new SourceKey(row.getString(1), row.getString(2)), row.getString(3));
            });
        }
        return titles;
    }

    /**
     * Sets titles in one transaction of its own. Titles that are stored already are only read, so that a lesson that
     * many do at the same time locks nothing.
     */
    public void set(Map<SourceKey, String> titles) {
        var stored = of(titles.keySet());
        var changed = new TreeMap<SourceKey, String>(KEY_ORDER);
        titles.forEach((source, title) -> {
            if (!title.equals(stored.get(source))) {
                changed.put(source, title);
            }
        });
        if (!changed.isEmpty()) {
            transactions.run(() -> write(changed));
        }
    }

    private void write(Map<SourceKey, String> titles) {
        batches.batchUpdate(
                "INSERT INTO points_source (type, source_id, title) VALUES (?, ?, ?)"
                        + " ON DUPLICATE KEY UPDATE title = VALUES(title)",
                titles.entrySet().stream()
                        .map(each -> new Object[] {
                            each.getKey().type(), each.getKey().sourceId(), each.getValue()
                        })
                        .toList());
    }
}
