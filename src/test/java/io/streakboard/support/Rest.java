package io.streakboard.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.partition.Partitions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Waits until the application is at rest: whatever the tests before have caused is recorded, paid and on the boards.
 * Only tests of what all tests share need it, such as the event publication registry. All others have learners, seasons
 * and boards of their own.
 */
public class Rest {

    private static final Duration A_TRY_EVERY = Duration.ofMillis(100);

    private final Journal journal;
    private final Partitions partitions;
    private final JdbcClient jdbc;
    private final Api api;

    Rest(Journal journal, Partitions partitions, JdbcClient jdbc, Api api) {
        this.journal = journal;
        this.partitions = partitions;
        this.jdbc = jdbc;
        this.api = api;
    }

    /**
     * The journal first: a sign-in leaves it when its event is in the registry. An event leaves the registry when those
     * that its listeners publish are there. So when both are empty, in this order, nothing more comes. A listener that
     * failed, at a deadlock for instance, is run again here: the job that would do so stands still in tests. It has few
     * tries, so they are not made one right after the other. Now and then what an instance had begun that is no more.
     */
    public void await() {
        var tries = new AtomicInteger();
        Awaitility.await("the application is at rest").pollInterval(A_TRY_EVERY).untilAsserted(() -> {
            assertThat(inJournal()).as("sign-ins in the journal").isZero();
            var underWay = underWay();
            if (underWay.stream().anyMatch(event -> event.startsWith("FAILED"))
                    || tries.incrementAndGet() % Api.MANY_TRIES == 0) {
                api.resubmit();
            }
            assertThat(underWay).as("events under way").isEmpty();
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
