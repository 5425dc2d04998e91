package io.streakboard.points;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.SeasonProperties;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Drops ledgers and totals of settled seasons that have outlived the retention. First the season is marked: from then on
 * no transaction uses them. A moment later, when no reader knows the season as it was, the tables are dropped. What a
 * crash leaves behind is found by the next run.
 */
@Component
class LedgerExpiry {

    private static final Logger log = LoggerFactory.getLogger(LedgerExpiry.class);

    private static final Duration READERS_MOVE_ON = Duration.ofSeconds(30);

    private final Seasons seasons;
    private final SeasonProperties properties;
    private final BusinessTime time;
    private final JdbcClient jdbc;

    LedgerExpiry(Seasons seasons, SeasonProperties properties, BusinessTime time, JdbcClient jdbc) {
        this.seasons = seasons;
        this.properties = properties;
        this.time = time;
        this.jdbc = jdbc;
    }

    @Scheduled(fixedRate = 1, timeUnit = TimeUnit.MINUTES)
    @SchedulerLock(name = "expire-ledgers")
    void run() {
        LockAssert.assertLocked();
        var retention = properties.retention();
        if (retention != null) {
            expireEndedBy(time.today().minus(retention));
        }
        dropExpiredBefore(time.now().minus(READERS_MOVE_ON));
    }

    void expireEndedBy(LocalDate day) {
        var end = time.startOf(day);
        seasons.newestFirst().stream()
                .filter(season -> season.state() == State.SETTLED && !season.expired())
                .filter(season -> !season.endsAt().isAfter(end))
                .filter(seasons::expire)
                .forEach(season -> log.info("The ledger of season {} has outlived its retention", season.name()));
    }

    void dropExpiredBefore(Instant instant) {
        var tables = tables();
        seasons.newestFirst().stream()
                .filter(season ->
                        season.expiredAt() != null && season.expiredAt().isBefore(instant))
                .flatMap(LedgerExpiry::tablesOf)
                .filter(tables::contains)
                .forEach(table -> {
                    jdbc.sql("DROP TABLE IF EXISTS " + table).update();
                    log.info("{} was dropped", table);
                });
    }

    private static Stream<String> tablesOf(Season season) {
        return Stream.of(LedgerTable.name(season.id()), TotalsTable.name(season.id()));
    }

    private Set<String> tables() {
        return jdbc.sql("""
                        SELECT table_name FROM information_schema.tables
                         WHERE table_schema = DATABASE()
                           AND (table_name LIKE 'points\\_record\\_%' OR table_name LIKE 'points\\_total\\_%')
                        """).query((row, number) -> row.getString(1)).list().stream()
                .collect(Collectors.toSet());
    }
}
