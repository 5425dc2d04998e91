package io.streakboard.points;

import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.SeasonProperties;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Drops ledgers and totals of settled seasons that have outlived the retention. First the season is marked, so that new
 * transactions do not use them. The tables are dropped a moment later, when all readers have seen the mark. After a
 * crash in between, the next run drops them.
 */
@Component
class LedgerExpiry {

    private static final Logger log = LoggerFactory.getLogger(LedgerExpiry.class);

    private static final Duration READERS_MOVE_ON = Duration.ofSeconds(30);

    private final Seasons seasons;
    private final SeasonProperties properties;
    private final BusinessTime time;
    private final LedgerTable ledgers;
    private final PointsTotals totals;
    private final PointsSums sums;

    LedgerExpiry(
            Seasons seasons,
            SeasonProperties properties,
            BusinessTime time,
            LedgerTable ledgers,
            PointsTotals totals,
            PointsSums sums) {
        this.seasons = seasons;
        this.properties = properties;
        this.time = time;
        this.ledgers = ledgers;
        this.totals = totals;
        this.sums = sums;
    }

    @Scheduled(fixedRateString = "${streakboard.points.expiry-interval:1m}")
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
        var expired = seasons.newestFirst().stream()
                .filter(season ->
                        season.expiredAt() != null && season.expiredAt().isBefore(instant))
                .map(Season::id)
                .collect(Collectors.toSet());
        drop("entries", expired, ledgers.seasons(), ledgers::drop);
        drop("totals", expired, totals.seasons(), season -> {
            sums.drop(season);
            totals.drop(season);
        });
    }

    private static void drop(String what, Set<Long> expired, Set<Long> existing, Consumer<Long> drop) {
        existing.stream().filter(expired::contains).forEach(season -> {
            drop.accept(season);
            log.info("The {} of season {} were dropped", what, season);
        });
    }
}
