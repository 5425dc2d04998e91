package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * MySQL answers, but refuses all writes, as in a planned switch-over. MariaDB's {@code read_only} binds only users
 * without the privilege {@code READ ONLY ADMIN}, so the application has a user of its own here.
 */
class ReadOnlyFaultTests {

    private static final String SCHEMA = "switched";
    private static final String USER = "application";
    private static final int IN_THE_MIDDLE = Crowd.SIZE / 3;

    private EmbeddedServers servers;
    private JdbcClient admin;

    @BeforeEach
    void startServers() throws Exception {
        servers = EmbeddedServers.startFresh("fault");
        admin = JdbcClient.create(servers.database().dataSource(SCHEMA));
        admin.sql("CREATE USER '%1$s'@'127.0.0.1' IDENTIFIED BY '%1$s'".formatted(USER))
                .update();
        admin.sql("GRANT ALL ON %s.* TO '%s'@'127.0.0.1'".formatted(SCHEMA, USER))
                .update();
    }

    @AfterEach
    void stopServers() {
        servers.close();
    }

    @Test
    void noSignInIsParkedOrLostWhileMySqlTakesNoWrites() throws Exception {
        var books = new Books(servers, SCHEMA);
        try (var instance = start();
                var crowd = new Crowd(1_000_000)) {
            crowd.come(() -> instance);
            untilInTheMiddle(() -> crowd.created() > IN_THE_MIDDLE / 2);

            takesWrites(false);
            int before = crowd.created();
            untilInTheMiddle(() -> crowd.created() > before + IN_THE_MIDDLE);
            untilInTheMiddle(() -> instance.log().stream().anyMatch(line -> line.contains("is not drained")));
            takesWrites(true);

            crowd.awaitAnswers();
            assertThat(crowd.unavailable()).isZero();
            books.awaitDrained(instance); // and nothing is parked
            books.assertCountedOnce(crowd.answered(), instance);
        }
    }

    private ApplicationProcess start() {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("spring.datasource.username", USER);
        properties.put("spring.datasource.password", USER);
        properties.put("streakboard.events.stale-after", "5s");
        properties.put("streakboard.events.check-interval", "1s");
        return ApplicationProcess.startPackaged("fault-read-only", properties);
    }

    private void takesWrites(boolean takes) {
        var variable = servers.database().product().equals("MySQL") ? "super_read_only" : "read_only";
        admin.sql("SET GLOBAL %s = %s".formatted(variable, takes ? "OFF" : "ON"))
                .update();
        if (takes) {
            admin.sql("SET GLOBAL read_only = OFF").update(); // MySQL leaves it on
        }
    }

    private static void untilInTheMiddle(Callable<Boolean> reached) {
        await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(2)).until(reached);
    }
}
