package io.streakboard.leaderboard.editions;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.editions.EditionCache.EditionName;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.RateLimitedLogger;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Makes editions that do not exist yet. */
@Component
public class NewEditions {

    private static final RateLimitedLogger failures = new RateLimitedLogger(LoggerFactory.getLogger(NewEditions.class));

    private static final int BATCH = 50;
    private static final Duration LATE_WINDOW = Duration.ofDays(1);

    /**
     * Maximum partitions of a board in one period, and maximum partitions made per day after the end of their periods,
     * over all periods: else late scores could make a thousand for each kept period. The latter does not limit modules,
     * such as imports. Concurrent instances may make a few more.
     */
    public static final int MAX_PARTITIONS = 1_000;

    /** An edition by its name. */
    public record Wanted(
            BoardRule board, Period period, @Nullable String partition) {

        EditionName name() {
            return EditionName.of(board, period, partition);
        }
    }

    /**
     * @param taking the editions that take scores
     * @param full the editions for which there is no room, and why
     */
    public record Opened(Map<Wanted, StoredEdition> taking, Map<Wanted, Violation> full) {

        Opened() {
            this(new HashMap<>(), new HashMap<>());
        }
    }

    private final EditionTable table;
    private final Windows windows;
    private final LiveBoards live;
    private final RetriedTransactions transactions;
    private final BusinessTime time;
    private final Cycles cycles;
    private final Turns turns = new Turns();

    NewEditions(
            EditionTable table,
            Windows windows,
            LiveBoards live,
            RetriedTransactions transactions,
            BusinessTime time,
            Cycles cycles) {
        this.cycles = cycles;
        this.table = table;
        this.windows = windows;
        this.live = live;
        this.transactions = transactions;
        this.time = time;
    }

    /**
     * Makes the editions for which there is room, in batches of a transaction each, so that other callers get their
     * turn in between.
     *
     * @param caller null for modules
     */
    void make(@Nullable String caller, Collection<Wanted> missing, Opened opened) {
        missing.stream().gather(Gatherers.windowFixed(BATCH)).forEach(some -> {
            var made = turns.take(caller, some.size(), () -> transactions.execute(() -> make(some, caller != null)));
            opened.taking().putAll(made.taking());
            opened.full().putAll(made.full());
        });
    }

    /** Another caller or instance may have made some of them. */
    private Opened make(List<Wanted> missing, boolean limitLate) {
        var newest = newest(missing);
        var room = new Room(limitLate);
        var opened = new Opened();
        var made = new ArrayList<Wanted>();
        for (var wanted : missing) {
            var name = wanted.name();
            var row = newest.get(name);
            if (row != null && row.replacedAt() == null) {
                if (row.isShown() && row.seal() == null) {
                    opened.taking().put(wanted, row.of(wanted.board()));
                }
            } else if (!isSealed(newest.get(name.overAll()))) {
                room.take(wanted).ifPresentOrElse(violation -> opened.full().put(wanted, violation), () -> {
                    insert(wanted, row == null ? 1 : row.version() + 1);
                    made.add(wanted);
                });
            }
        }
        opened.taking().putAll(stored(made));
        return opened;
    }

    /** The newest versions of editions, and of the editions over all partitions: one statement for each period. */
    private Map<EditionName, EditionRow> newest(List<Wanted> wanted) {
        var partitions = wanted.stream()
                .map(Wanted::name)
                .collect(groupingBy(EditionName::overAll, mapping(EditionName::partition, toCollection(TreeSet::new))));
        var newest = new HashMap<EditionName, EditionRow>();
        partitions.forEach((overAll, some) -> {
            some.add(overAll.partition());
            table.newest(overAll.board(), overAll.period(), some)
                    .forEach(row ->
                            newest.put(new EditionName(row.board(), row.period().key(), row.partition()), row));
        });
        return newest;
    }

    /** A new partition of a sealed period takes no scores either. */
    private static boolean isSealed(@Nullable EditionRow overAll) {
        return overAll != null && overAll.isShown() && overAll.seal() != null;
    }

    /** The partitions that boards may still get. */
    private final class Room {

        private final Map<EditionName, Integer> ofPeriods = new HashMap<>();
        private final Map<String, Integer> late = new HashMap<>();
        private final boolean limitLate;

        private Room(boolean limitLate) {
            this.limitLate = limitLate;
        }

        /** The violation if there is no room for an edition; else takes room and returns empty. */
        private Optional<Violation> take(Wanted wanted) {
            var overAll = wanted.name().overAll();
            var board = overAll.board();
            if (wanted.partition() == null) {
                return Optional.empty();
            }
            if (!takes(ofPeriods, overAll, () -> table.partitions(board, overAll.period()))) {
                return Optional.of(
                        ViolationCode.PARTITIONS_FULL.of("partition", board, MAX_PARTITIONS, overAll.period()));
            }
            var end = wanted.period().endsAt();
            boolean ended = end != null && !end.isAfter(time.now());
            return limitLate
                            && ended
                            && !takes(
                                    late,
                                    board,
                                    () -> table.madeLate(board, time.now().minus(LATE_WINDOW)))
                    ? Optional.of(ViolationCode.LATE_PARTITIONS_FULL.of("partition", board, MAX_PARTITIONS))
                    : Optional.empty();
        }

        private <K> boolean takes(Map<K, Integer> left, K key, IntSupplier taken) {
            return left.compute(key, (any, known) -> (known == null ? MAX_PARTITIONS - taken.getAsInt() : known) - 1)
                    >= 0;
        }
    }

    /** Makes a version of an edition, in the caller's transaction. */
    StoredEdition make(Wanted wanted, int version) {
        insert(wanted, version);
        return requireNonNull(stored(List.of(wanted)).get(wanted));
    }

    private void insert(Wanted wanted, int version) {
        var name = wanted.name();
        var end = wanted.period().endsAt();
        var keptUntil = end == null ? null : end.plus(wanted.board().retention());
        table.insert(name.board(), wanted.period(), name.partition(), version, keptUntil, time.now(), null);
    }

    /** New editions as they are stored, with their windows, and marked in Redis. */
    private Map<Wanted, StoredEdition> stored(List<Wanted> made) {
        var rows = newest(made);
        var stored = new LinkedHashMap<Wanted, StoredEdition>();
        made.forEach(wanted ->
                stored.put(wanted, requireNonNull(rows.get(wanted.name())).of(wanted.board())));
        stored.values().stream().filter(StoredEdition::isSeries).forEach(windows::begin);
        openLive(stored.values());
        return stored;
    }

    /** The live ranking of the previous period in the same partition. */
    public Optional<Ranking> before(Edition edition) {
        var board = edition.board();
        return cycles.before(board, edition.period())
                .map(period -> EditionName.of(board, period, edition.partition()))
                .flatMap(name -> table.newest(name.board(), name.period(), name.partition()))
                .filter(EditionRow::isShown)
                .map(row -> live.ranking(row.of(board).edition()));
    }

    /**
     * Marks new editions as complete in Redis: before the transaction commits they have no scores. If Redis is
     * unavailable, the restoration does it later.
     */
    private void openLive(Collection<StoredEdition> made) {
        try {
            live.open(
                    made.stream()
                            .flatMap(edition -> edition.isSeries() ? windows.of(edition).stream() : Stream.of(edition))
                            .map(StoredEdition::edition)
                            .toList(),
                    this::before);
        } catch (DataAccessException unavailable) {
            failures.warn(
                    "New editions are not marked as complete in Redis; the restoration does it later", unavailable);
        }
    }
}
