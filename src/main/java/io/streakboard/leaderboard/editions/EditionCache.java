package io.streakboard.leaderboard.editions;

import static java.util.Comparator.comparing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.web.Outage;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cache of editions. Entries by id stay as long as there is room. Entries by name last some seconds, because a reset
 * gives the name to another edition, and longer while MySQL is unavailable. Once the rule of its board is another one, an
 * entry is looked up again.
 */
class EditionCache {

    private static final int MAX_SIZE = 10_000;
    private static final Duration NAME_TTL = Duration.ofSeconds(5);

    /** As in MySQL: {@code ""} is the partition of the ranking over all. */
    record EditionName(String board, String period, String partition) implements Comparable<EditionName> {

        private static final String OVER_ALL = "";
        private static final Comparator<EditionName> ORDER =
                comparing(EditionName::board).thenComparing(EditionName::period).thenComparing(EditionName::partition);

        static EditionName of(BoardRule board, Period period, @Nullable String partition) {
            return new EditionName(board.name(), period.key(), partition == null ? OVER_ALL : partition);
        }

        EditionName overAll() {
            return new EditionName(board, period, OVER_ALL);
        }

        @Override
        public int compareTo(EditionName other) {
            return ORDER.compare(this, other);
        }

        /** Null for the ranking over all. */
        static @Nullable String partition(String stored) {
            return stored.equals(OVER_ALL) ? null : stored;
        }
    }

    private record Known(StoredEdition edition, long since) {

        boolean isFresh(BoardRule rule) {
            return System.nanoTime() - since < NAME_TTL.toNanos()
                    && edition.board().equals(rule);
        }
    }

    private final Cache<EditionName, Known> newest =
            Caffeine.newBuilder().maximumSize(MAX_SIZE).build();
    private final Cache<Long, StoredEdition> byId =
            Caffeine.newBuilder().maximumSize(MAX_SIZE).build();

    /**
     * The newest version of a name, or the last known one while MySQL is unavailable. The absence of a version is not
     * cached.
     */
    Optional<StoredEdition> newest(EditionName name, BoardRule rule, Supplier<Optional<StoredEdition>> lookUp) {
        var known = newest.getIfPresent(name);
        return known != null && known.isFresh(rule)
                ? Optional.of(known.edition())
                : Outage.withFallback(
                        () -> lookedUp(name, lookUp),
                        () -> Optional.ofNullable(known)
                                .map(last -> Optional.of(last.edition().under(rule))));
    }

    /** Runs outside the cache, because a look-up asks MySQL and may make editions. */
    private Optional<StoredEdition> lookedUp(EditionName name, Supplier<Optional<StoredEdition>> lookUp) {
        var found = lookUp.get();
        found.ifPresentOrElse(
                edition -> newest.put(name, new Known(edition, System.nanoTime())), () -> newest.invalidate(name));
        return found;
    }

    /** @param rules finds the rule of a board; empty if it has no editions any more */
    Optional<StoredEdition> byId(
            long id, Function<String, Optional<BoardRule>> rules, Supplier<Optional<StoredEdition>> lookUp) {
        var known = byId.getIfPresent(id);
        if (known == null) {
            return lookUp.get();
        }
        var rule = rules.apply(known.board().name()).orElse(known.board());
        return rule.equals(known.board())
                ? Optional.of(known)
                : Outage.withFallback(lookUp, () -> Optional.of(Optional.of(known.under(rule))));
    }

    void add(StoredEdition edition) {
        byId.put(edition.id(), edition);
    }

    /** Forgets the windows of a series as well. */
    void forget(StoredEdition edition) {
        if (edition.isSeries()) {
            newest.asMap().values().removeIf(window -> window.edition().scores() == edition.id());
        }
        newest.invalidate(EditionName.of(edition.board(), edition.period(), edition.partition()));
        byId.invalidate(edition.id());
    }
}
