package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Learners come over a month's end: in zones where that is an ordinary midnight, where there is no midnight, and where
 * it comes twice. What they were answered is in the books once, in the month in which they acted, and the month that is
 * over is settled to the point.
 */
class MonthEndFaultTests {

    private static final Map<String, Object> QUICK = Map.of(
            "streakboard.season.check-interval", "200ms",
            "streakboard.settlement.interval", "200ms",
            "streakboard.settlement.copy-interval", "200ms",
            "streakboard.signin.journal.claim-after", "2s",
            "streakboard.events.stale-after", "5s",
            "streakboard.events.check-interval", "1s");

    private static final Map<String, Object> WITHOUT_GRACE =
            Map.of("streakboard.season.grace", "0s", "streakboard.season.quiet-period", "0s");

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JsonMapper JSON = new JsonMapper();

    private static EmbeddedServers servers;
    private static int sites;

    /** How long before midnight a clock starts. The first try may show that this machine needs longer. */
    private static Duration evening = Duration.ofSeconds(25);

    /** @param midnight the first instant of the first day, whatever clocks showed then */
    record MonthEnd(String zone, LocalDate firstDay, Instant midnight) {

        LocalDate lastDay() {
            return firstDay.minusDays(1);
        }

        Instant lastInstant() {
            return midnight.minusMillis(1);
        }

        LocalDate dayOf(Instant instant) {
            return instant.isBefore(midnight) ? lastDay() : firstDay;
        }

        YearMonth ending() {
            return YearMonth.from(lastDay());
        }

        YearMonth beginning() {
            return YearMonth.from(firstDay);
        }
    }

    @BeforeAll
    static void startServers() throws Exception {
        servers = EmbeddedServers.startFresh("month-end");
    }

    @AfterAll
    static void stopServers() {
        servers.close();
    }

    /** In Amman clocks went from 00:00 to 01:00, so that April began at one o'clock. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"Asia/Shanghai, 2026-11-01, 2026-10-31T16:00:00Z", "Asia/Amman, 2011-04-01, 2011-03-31T22:00:00Z"})
    void everythingCountsInTheMonthInWhichItWasDone(String zone, LocalDate firstDay, Instant midnight)
            throws Exception {
        var monthEnd = new MonthEnd(zone, firstDay, midnight);
        while (!passes(monthEnd)) {
            assertThat(evening).isLessThan(Duration.ofMinutes(10));
        }
    }

    /** Returns false if the start took so long that learners missed the evening, and makes that longer. */
    private static boolean passes(MonthEnd monthEnd) throws Exception {
        var site = Site.at(monthEnd);
        long begun = System.nanoTime();
        try (var instance = site.start("midnight", monthEnd.midnight().minus(evening), Map.of());
                var visitors = new Visitors(monthEnd, () -> instance)) {
            visitors.come();
            if (!visitors.allCameOn(monthEnd.lastDay())) {
                evening = Duration.ofNanos(System.nanoTime() - begun)
                        .multipliedBy(3)
                        .dividedBy(2);
                return false;
            }
            visitors.awaitVisitsOn(monthEnd.firstDay());
            assertThat(visitors.late()).isZero();

            instance.actuate("/actuator/seasons/" + monthEnd.ending(), "{\"action\":\"settle\"}");
            awaitSettled(monthEnd, instance);
            visitors.leave();
            site.assertBooks(visitors, instance);
        }
        return true;
    }

    /**
     * The only instance is killed with {@code kill -9} while learners come, with sign-ins of all of them in the
     * journal. In St. John's clocks went from 00:01 back to 23:01: when the next two start, they show the end of October
     * for the second time, though it is November.
     */
    @Test
    void aMonthThatEndsWhileNoInstanceRunsIsSettledByThoseThatStartNext() throws Exception {
        var midnight = Instant.parse("2009-11-01T02:30:00Z");
        var monthEnd = new MonthEnd("America/St_Johns", LocalDate.parse("2009-11-01"), midnight);
        var site = Site.at(monthEnd);
        var killed = site.start("before-midnight", midnight.minus(Duration.ofMinutes(30)), WITHOUT_GRACE);
        var instances = new AtomicReference<>(List.of(killed));
        try (var visitors = new Visitors(monthEnd, () -> any(instances.get()))) {
            site.whileTheLogIsLocked(() -> {
                visitors.come();
                assertThat(visitors.allCameOn(monthEnd.lastDay())).isTrue();
                killed.kill();
            });
            site.removeLocks();
            instances.set(site.startTwo("after-midnight", midnight.plus(Duration.ofMinutes(50)), WITHOUT_GRACE));

            visitors.awaitVisitsOn(monthEnd.firstDay());
            instances.get().forEach(instance -> awaitSettled(monthEnd, instance));
            visitors.leave();
            for (var instance : instances.get()) {
                site.assertBooks(visitors, instance);
            }
        } finally {
            killed.close();
            instances.get().forEach(ApplicationProcess::close);
        }
    }

    private static ApplicationProcess any(List<ApplicationProcess> instances) {
        return instances.get(ThreadLocalRandom.current().nextInt(instances.size()));
    }

    private static void awaitSettled(MonthEnd monthEnd, ApplicationProcess instance) {
        await().atMost(PATIENCE)
                .until(() -> JSON.readTree(instance.actuator("/actuator/seasons/" + monthEnd.ending())
                                .body())
                        .get("season")
                        .get("state")
                        .asString()
                        .equals("SETTLED"));
    }

    /** Databases of its own for each month's end, since the clock goes back to the next. */
    private record Site(MonthEnd monthEnd, String schema, int redisDatabase, MonthBooks months) {

        static Site at(MonthEnd monthEnd) {
            sites++;
            var schema = "month_end_" + sites;
            return new Site(monthEnd, schema, sites, new MonthBooks(monthEnd, servers, schema));
        }

        ApplicationProcess start(String name, Instant clock, Map<String, Object> settings) {
            var properties = new HashMap<>(servers.properties(schema, redisDatabase));
            properties.putAll(QUICK);
            properties.putAll(settings);
            properties.put("streakboard.zone", monthEnd.zone());
            properties.put("streakboard.points.clock-skew", "1h");
            properties.put("streakboard.clock.start", clock);
            return ApplicationProcess.startPackaged(schema + "-" + name, properties);
        }

        List<ApplicationProcess> startTwo(String name, Instant clock, Map<String, Object> settings) {
            var other = CompletableFuture.supplyAsync(() -> start(name + "-2", clock, settings));
            return List.of(start(name + "-1", clock, settings), other.join());
        }

        /** What has to be written to the log meanwhile stays in the journal. */
        void whileTheLogIsLocked(Runnable action) throws Exception {
            var database = servers.database();
            try (var connection = database.dataSource(schema).getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("LOCK TABLES sign_in_log WRITE");
                action.run();
                statement.execute("UNLOCK TABLES");
            }
        }

        /** Those of a killed instance's jobs run out at once instead of after a minute. */
        void removeLocks() {
            var uri = "redis://127.0.0.1:%d/%d".formatted(servers.redis().port(), redisDatabase);
            try (var client = RedisClient.create(uri)) {
                JobLocks.remove(client);
            }
        }

        void assertBooks(Visitors visitors, ApplicationProcess instance) throws Exception {
            new Books(servers, schema).awaitDrained(instance);
            months.assertHold(visitors, instance);
            months.assertEachEventOnce();
        }
    }
}
