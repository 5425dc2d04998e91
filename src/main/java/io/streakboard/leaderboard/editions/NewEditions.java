package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.editions.RememberedEditions.Name;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.CountedLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes editions that do not exist yet. */
@Component
public class NewEditions {

    private static final CountedLog failures = new CountedLog(LoggerFactory.getLogger(NewEditions.class));

    private static final int MADE_AT_ONCE = 50;

    /** The most partitions of a board in one period. Concurrent instances may make a few more. */
    public static final int MOST_PARTITIONS = 1_000;

    /** An edition by its name. */
    public record Wanted(
            BoardRule board, Period period, @Nullable String partition) {

        Name name() {
            return Name.of(board, period, partition);
        }
    }

    /**
     * @param taking the editions that take scores
     * @param full the editions for which there is no room: their boards have too many partitions
     */
    public record Opened(Map<Wanted, StoredEdition> taking, Set<Wanted> full) {}

    private final EditionTable table;
    private final Windows windows;
    private final LiveBoards live;
    private final TransactionTemplate transactions;
    private final BusinessTime time;

    NewEditions(
            EditionTable table, Windows windows, LiveBoards live, TransactionTemplate transactions, BusinessTime time) {
        this.table = table;
        this.windows = windows;
        this.live = live;
        this.transactions = transactions;
        this.time = time;
    }

    /** Makes the editions for which there is room, some in a transaction. Fails if another instance makes one first. */
    void make(Collection<Wanted> missing, Opened opened) {
        var room = new HashMap<Name, Integer>();
        missing.stream()
                .gather(Gatherers.windowFixed(MADE_AT_ONCE))
                .forEach(some -> transactions.executeWithoutResult(status -> make(some, room, opened)));
    }

    private void make(List<Wanted> missing, Map<Name, Integer> room, Opened opened) {
        var made = new ArrayList<StoredEdition>();
        for (var wanted : missing) {
            var name = wanted.name();
            var newest = table.newest(name.board(), name.period(), name.partition());
            if (newest.isPresent() && newest.get().replacedAt() == null) {
                newest.filter(EditionRow::isShown)
                        .ifPresent(row -> opened.taking().put(wanted, row.of(wanted.board())));
            } else if (!isSealedOverAll(name)) {
                if (hasRoom(name, room)) {
                    made.add(insert(wanted, newest.map(EditionRow::version).orElse(0) + 1));
                    opened.taking().put(wanted, made.getLast());
                } else {
                    opened.full().add(wanted);
                }
            }
        }
        openLive(made);
    }

    /** Makes a version of an edition, in the caller's transaction. */
    StoredEdition make(Wanted wanted, int version) {
        var made = insert(wanted, version);
        openLive(List.of(made));
        return made;
    }

    /** If so, a new partition takes no scores either. */
    private boolean isSealedOverAll(Name name) {
        return table.newest(name.board(), name.period(), name.overAll().partition())
                .filter(all -> all.isShown() && all.seal() != null)
                .isPresent();
    }

    /** @param room how many partitions a board may still have in a period, by the name of its ranking over all */
    private boolean hasRoom(Name name, Map<Name, Integer> room) {
        var overAll = name.overAll();
        return name.equals(overAll)
                || room.compute(overAll, (board, left) -> left == null ? room(board) - 1 : left - 1) >= 0;
    }

    private int room(Name board) {
        return MOST_PARTITIONS - table.partitions(board.board(), board.period());
    }

    private StoredEdition insert(Wanted wanted, int version) {
        var name = wanted.name();
        var end = wanted.period().endsAt();
        var keptUntil = end == null ? null : end.plus(wanted.board().retention());
        table.insert(name.board(), wanted.period(), name.partition(), version, keptUntil, time.now(), null);
        var made = table.find(name.board(), name.period(), name.partition(), version)
                .orElseThrow()
                .of(wanted.board());
        if (made.isSeries()) {
            windows.begin(made);
        }
        return made;
    }

    /**
     * Marks new editions as complete in Redis: before the transaction commits they have no scores. If Redis is away,
     * the restoration does it later.
     */
    private void openLive(List<StoredEdition> made) {
        try {
            live.open(made.stream()
                    .flatMap(edition -> edition.isSeries() ? windows.of(edition).stream() : Stream.of(edition))
                    .map(StoredEdition::edition)
                    .toList());
        } catch (DataAccessException away) {
            failures.warn("New editions are not complete in Redis, and will be", away);
        }
    }
}
