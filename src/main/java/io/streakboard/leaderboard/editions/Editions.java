package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.editions.RememberedEditions.Name;
import io.streakboard.leaderboard.editions.Windows.Span;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.CountedLog;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The editions of configured boards. Look-ups are remembered for some seconds, so another instance may read an edition
 * shortly after its reset. A transaction that writes checks the edition in MySQL.
 */
@Service
public class Editions {

    private static final Logger log = LoggerFactory.getLogger(Editions.class);
    private static final CountedLog failures = new CountedLog(log);

    /** The most partitions of a board in one period. Concurrent instances may make a few more. */
    public static final int MOST_PARTITIONS = 1_000;

    private static final int MADE_AT_ONCE = 50;

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
    private final KnownBoards boards;
    private final LiveBoards live;
    private final ObjectProvider<BoardRules> rules;
    private final TransactionTemplate transactions;
    private final BusinessTime time;
    private final Windows windows;
    private final RememberedEditions remembered = new RememberedEditions();

    Editions(
            EditionTable table,
            KnownBoards boards,
            LiveBoards live,
            ObjectProvider<BoardRules> rules,
            TransactionTemplate transactions,
            BusinessTime time) {
        this.table = table;
        this.boards = boards;
        this.live = live;
        this.rules = rules;
        this.transactions = transactions;
        this.time = time;
        this.windows = new Windows(table, time);
    }

    /** The newest version of an edition; empty until a member has a score on it. */
    public Optional<StoredEdition> find(BoardRule board, Period period, @Nullable String partition) {
        var name = Name.of(board, period, partition);
        return remembered.newest(name, () -> newest(board, name).or(() -> missing(board, period, name)));
    }

    private Optional<StoredEdition> newest(BoardRule board, Name name) {
        return table.newest(name.board(), name.period(), name.partition())
                .filter(EditionRow::isShown)
                .map(row -> stored(board, row));
    }

    /** The newest version of an edition, read from MySQL. */
    public Optional<StoredEdition> newest(StoredEdition edition) {
        return newest(edition.board(), Name.of(edition.board(), edition.period(), edition.partition()));
    }

    /** A version of an edition, until it is removed. */
    public Optional<StoredEdition> find(BoardRule board, Period period, @Nullable String partition, int version) {
        var name = Name.of(board, period, partition);
        return table.find(name.board(), name.period(), name.partition(), version)
                .filter(row -> row.removedAt() == null)
                .map(row -> stored(board, row));
    }

    /**
     * The editions of a board, all versions, newest first.
     *
     * @param before the last id of the previous page; {@code Long.MAX_VALUE} for the first page
     */
    public List<StoredEdition> page(BoardRule board, long before, int limit) {
        return table.before(board.name(), before, board.slides(), limit).stream()
                .map(row -> stored(board, row))
                .toList();
    }

    /** The newest versions of a board's editions of one partition, or over all, newest first. */
    public List<StoredEdition> newest(BoardRule board, @Nullable String partition, int limit) {
        return table
                .ofPartition(board.name(), Objects.requireNonNullElse(partition, ""), board.slides(), limit)
                .stream()
                .map(row -> stored(board, row))
                .toList();
    }

    /** The partitions in which members have scores, in any period. */
    public List<String> partitions(BoardRule board) {
        return table.partitions(board.name(), MOST_PARTITIONS);
    }

    /** Empty if it was removed or its board is no longer configured. */
    public Optional<StoredEdition> byId(long id) {
        return remembered.byId(id, () -> table.find(id).flatMap(this::stored));
    }

    /** Empty if the board is no longer configured. */
    public Optional<StoredEdition> stored(EditionRow row) {
        return remembered.byId(row.id(), () -> rules().find(row.board()).map(rule -> stored(rule, row)));
    }

    /** The configured boards. */
    public BoardRules rules() {
        return rules.getIfAvailable(() -> new BoardRules(List.of()));
    }

    private StoredEdition stored(BoardRule board, EditionRow row) {
        var edition = new StoredEdition(
                row.id(),
                Edition.of(board, row.id(), row.period(), Name.partition(row.partition())),
                row.version(),
                row.keptUntil(),
                row.series(),
                row.seal());
        remembered.add(edition);
        return edition;
    }

    /**
     * The editions that take scores, without editions that are being removed. Makes the missing ones for which there is
     * room, and fails if another instance makes one of them first; then the caller tries again.
     */
    public Opened open(Collection<Wanted> wanted) {
        var opened = new Opened(new HashMap<>(), new HashSet<>());
        var missing = new TreeMap<Name, Wanted>();
        for (var each : wanted) {
            find(each.board(), each.period(), each.partition())
                    .ifPresentOrElse(found -> opened.taking().put(each, found), () -> missing.put(each.name(), each));
        }
        opened.taking().values().removeIf(found -> found.seal() != null);
        missing.values().stream().map(Wanted::board).distinct().forEach(boards::add);
        missing.values().stream()
                .gather(Gatherers.windowFixed(MADE_AT_ONCE))
                .forEach(some -> transactions.executeWithoutResult(status -> make(some, opened)));
        return opened;
    }

    private void make(List<Wanted> missing, Opened opened) {
        var made = new ArrayList<StoredEdition>();
        var room = new HashMap<Name, Integer>();
        for (var wanted : missing) {
            var name = wanted.name();
            var newest = table.newest(name.board(), name.period(), name.partition());
            if (newest.isPresent() && newest.get().replacedAt() == null) {
                newest.filter(EditionRow::isShown)
                        .ifPresent(row -> opened.taking().put(wanted, stored(wanted.board(), row)));
            } else if (!isSealedOverAll(name)) {
                if (hasRoom(name, room)) {
                    made.add(begin(wanted, newest.map(EditionRow::version).orElse(0) + 1));
                    opened.taking().put(wanted, made.getLast());
                } else {
                    opened.full().add(wanted);
                }
            }
        }
        open(made);
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

    private StoredEdition begin(Wanted wanted, int version) {
        var name = wanted.name();
        var end = wanted.period().endsAt();
        var keptUntil = end == null ? null : end.plus(wanted.board().retention());
        table.insert(name.board(), wanted.period(), name.partition(), version, keptUntil, time.now(), null);
        var made = newest(wanted.board(), name).orElseThrow();
        if (made.isSeries()) {
            windows.begin(made);
        }
        return made;
    }

    /** The configured boards that keep final rankings. */
    public List<String> keepingFinals() {
        return names(Editions::keepsFinals);
    }

    /** Also boards that are no longer configured and kept final rankings. */
    public List<String> owingFinals() {
        var away = boards.all().stream()
                .filter(rule -> rules().find(rule.name()).isEmpty())
                .filter(Editions::keepsFinals)
                .map(BoardRule::name);
        return Stream.concat(keepingFinals().stream(), away).toList();
    }

    private static boolean keepsFinals(BoardRule rule) {
        return Boolean.TRUE.equals(rule.keepsFinals());
    }

    /** The configured boards, by name. */
    public List<String> names(Predicate<BoardRule> which) {
        return rules().all().stream().filter(which).map(BoardRule::name).toList();
    }

    /** The windows of a series, oldest first. */
    public List<StoredEdition> windows(StoredEdition series) {
        return table.windows(series.id()).stream()
                .map(row -> stored(series.board(), row))
                .toList();
    }

    /** The ids of an edition and its windows, also on a board that is no longer configured. */
    public List<Long> withWindows(long id) {
        return table.withWindows(id);
    }

    /** The windows that a sliding board needs now. */
    public Span due(BoardRule board) {
        return windows.due(board);
    }

    /** Makes the missing windows of a sliding board, and returns all of them. */
    public List<StoredEdition> slide(BoardRule board) {
        var all = new ArrayList<StoredEdition>();
        for (var series : ofPeriod(board, StoredEdition.ALL_DAYS)) {
            makeWindows(series);
            all.addAll(windows(series));
        }
        return all;
    }

    /** A reset series gets no more windows: the reset makes the windows of the new one. */
    private void makeWindows(StoredEdition series) {
        try {
            transactions.executeWithoutResult(status -> {
                boards.share(List.of(series.board().name()));
                if (table.current(List.of(series.id())) == 1) {
                    windows.complete(series);
                }
            });
        } catch (DuplicateKeyException another) {
            log.debug("Another instance has made windows of {}", series);
        }
    }

    /** After an outage today's window may be missing. Makes it, so that it is shown as incomplete instead of empty. */
    private Optional<StoredEdition> missing(BoardRule board, Period period, Name name) {
        if (!board.slides() || period.endsAt() == null) {
            return Optional.empty();
        }
        var due = windows.due(board);
        var day = LocalDate.parse(period.key());
        if (day.isBefore(due.first()) || day.isAfter(due.last())) {
            return Optional.empty();
        }
        return newest(board, new Name(name.board(), StoredEdition.ALL_DAYS.key(), name.partition()))
                .flatMap(series -> {
                    makeWindows(series);
                    return newest(board, name);
                });
    }

    /**
     * Marks new editions as complete in Redis: before the transaction commits they have no scores. If Redis is away,
     * the restoration does it later.
     */
    private void open(List<StoredEdition> made) {
        try {
            made.stream()
                    .flatMap(edition -> edition.isSeries() ? windows(edition).stream() : Stream.of(edition))
                    .forEach(edition -> live.open(edition.edition()));
        } catch (DataAccessException away) {
            failures.warn("New editions are not complete in Redis, and will be", away);
        }
    }

    /** Fails if one of the editions no longer takes scores; the caller then tries again. */
    public void requireOpen(Collection<StoredEdition> editions) {
        var ids = editions.stream().map(StoredEdition::id).distinct().toList();
        if (!ids.isEmpty() && table.current(ids) < ids.size()) {
            editions.forEach(this::forget);
            throw new PessimisticLockingFailureException("An edition was reset or removed meanwhile");
        }
    }

    /**
     * Ends editions of a board and begins the next version of one of them. The others, possibly thousands, begin theirs
     * with their next score. Runs in the transaction of the caller, who has locked the board; false if one of them was
     * reset or removed before.
     */
    public boolean replace(Collection<StoredEdition> all, StoredEdition shown, Instant now) {
        var ids = all.stream().map(StoredEdition::id).toList();
        var keptUntil = now.plus(shown.board().retention());
        if (table.replace(ids, keptUntil, now) < ids.size()) {
            return false;
        }
        table.replaceWindows(ids, keptUntil, now);
        var wanted = new Wanted(shown.board(), shown.period(), shown.partition());
        open(List.of(begin(wanted, shown.version() + 1)));
        return true;
    }

    /** The newest versions of a board's editions of a period, in all partitions and over all. */
    public List<StoredEdition> ofPeriod(BoardRule board, Period period) {
        return table.ofPeriod(board.name(), period.key()).stream()
                .map(row -> stored(board, row))
                .toList();
    }

    public void forget(StoredEdition edition) {
        remembered.forget(edition);
    }
}
