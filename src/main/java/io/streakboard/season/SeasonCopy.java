package io.streakboard.season;

import io.streakboard.season.SeasonTable.PlannedSeason;
import io.streakboard.web.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All seasons in memory, read anew after a second or a change. */
final class SeasonCopy {

    private static final Duration FRESH = Duration.ofSeconds(1);

    /**
     * @param entries all seasons, and planned ones whose tables are not made yet
     * @param begun when the reading began
     */
    record SeasonSnapshot(
            NavigableMap<Instant, Season> byStart, Map<Long, Season> byId, List<PlannedSeason> entries, long begun) {

        static SeasonSnapshot of(List<Season> seasons, List<PlannedSeason> entries, long begun) {
            return new SeasonSnapshot(
                    seasons.stream()
                            .collect(Collectors.toMap(
                                    Season::startsAt, Function.identity(), (first, second) -> first, TreeMap::new)),
                    seasons.stream().collect(Collectors.toMap(Season::id, Function.identity())),
                    entries,
                    begun);
        }

        boolean isPlanned(Instant instant) {
            return entries.stream()
                    .anyMatch(entry -> entry.isPlanned() && entry.span().contains(instant));
        }

        @Nullable
        Season at(Instant instant) {
            var floor = byStart.floorEntry(instant);
            return floor != null && floor.getValue().contains(instant) ? floor.getValue() : null;
        }
    }

    private final SeasonTable table;
    private volatile @Nullable SeasonSnapshot snapshot;
    private volatile long changed = System.nanoTime();

    SeasonCopy(SeasonTable table) {
        this.table = table;
    }

    /** While MySQL is away, the last copy: writers of points ask MySQL anyway. */
    SeasonSnapshot latest() {
        var current = snapshot;
        return current != null && isFresh(current)
                ? current
                : Outage.withFallback(this::read, () -> Optional.ofNullable(current));
    }

    /** A slow reader must not replace a newer copy, so copies are compared by the start of their reading. */
    SeasonSnapshot read() {
        long begun = System.nanoTime();
        var read = SeasonSnapshot.of(table.all(), table.entries(), begun);
        snapshot = read;
        return read;
    }

    /** Called after a change. */
    void outdate() {
        changed = System.nanoTime();
    }

    private boolean isFresh(SeasonSnapshot read) {
        return read.begun() - changed > 0 && System.nanoTime() - read.begun() < FRESH.toNanos();
    }
}
