package io.streakboard.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.partition.Partitions;
import java.util.List;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Waits until the application is at rest: whatever the tests before have caused is recorded, paid and on the boards.
 * Only tests of what all tests share need it, such as the event publication registry. All others have learners, seasons
 * and boards of their own.
 */
public class Rest {

    private final Journal journal;
    private final Partitions partitions;
    private final JdbcClient jdbc;

    Rest(Journal journal, Partitions partitions, JdbcClient jdbc) {
        this.journal = journal;
        this.partitions = partitions;
        this.jdbc = jdbc;
    }

    /**
     * The journal first: a sign-in leaves it when its event is in the registry. An event leaves the registry when those
     * that its listeners publish are there. So when both are empty, in this order, nothing more comes.
     */
    public void await() {
        Awaitility.await("the application is at rest").untilAsserted(() -> {
            assertThat(inJournal()).as("sign-ins in the journal").isZero();
            assertThat(underWay()).as("events under way").isEmpty();
        });
    }

    private long inJournal() {
        return partitions.each(journal::backlog).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private List<String> underWay() {
        return jdbc.sql("SELECT CONCAT_WS(' ', status, listener_id) FROM EVENT_PUBLICATION LIMIT 10")
                .query((row, number) -> row.getString(1))
                .list();
    }
}
