package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.EditionCache.EditionName;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.editions.NewEditions.Opened;
import io.streakboard.leaderboard.editions.NewEditions.Wanted;
import io.streakboard.leaderboard.editions.Windows.DayRange;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/**
 * The editions of boards in the rulebook. Look-ups are cached for some seconds, so another instance may read an edition
 * shortly after its reset. A transaction that writes checks the edition in MySQL.
 */
@Service
public class Editions {

    private final EditionTable table;
    private final WindowTable windowTable;
    private final BoardRegistry boards;
    private final ObjectProvider<BoardRules> rules;
    private final Windows windows;
    private final NewEditions newEditions;
    private final EditionCache cache = new EditionCache();

    Editions(
            EditionTable table,
            WindowTable windowTable,
            BoardRegistry boards,
            ObjectProvider<BoardRules> rules,
            Windows windows,
            NewEditions newEditions) {
        this.table = table;
        this.windowTable = windowTable;
        this.boards = boards;
        this.rules = rules;
        this.windows = windows;
        this.newEditions = newEditions;
    }

    /** The newest version of an edition; empty until a member has a score on it. */
    public Optional<StoredEdition> find(BoardRule board, Period period, @Nullable String partition) {
        var name = EditionName.of(board, period, partition);
        return cache.newest(name, board, () -> newest(board, name).or(() -> missing(board, period, name)));
    }

    private Optional<StoredEdition> newest(BoardRule board, EditionName name) {
        return table.newest(name.board(), name.period(), name.partition())
                .filter(EditionRow::isShown)
                .map(row -> stored(board, row));
    }

    /** The newest version of an edition, read from MySQL. */
    public Optional<StoredEdition> newest(StoredEdition edition) {
        return newest(edition.board(), EditionName.of(edition.board(), edition.period(), edition.partition()));
    }

    /** A version of an edition, until it is removed. */
    public Optional<StoredEdition> find(BoardRule board, Period period, @Nullable String partition, int version) {
        var name = EditionName.of(board, period, partition);
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
        return table.partitions(board.name(), NewEditions.MAX_PARTITIONS);
    }

    /** Empty if it was removed. */
    public Optional<StoredEdition> byId(long id) {
        return cache.byId(id, rules()::readable, () -> table.find(id).flatMap(this::stored));
    }

    /** Also of a board that was taken out; empty if its rule is not known. */
    public Optional<StoredEdition> stored(EditionRow row) {
        return cache.byId(
                row.id(), rules()::readable, () -> rules().readable(row.board()).map(rule -> stored(rule, row)));
    }

    /** A digest of all rules that decide what Redis has of editions. */
    public String encodings() {
        return Integer.toHexString(rules().readable().values().stream()
                .map(rule -> rule.name() + " " + Edition.encoding(rule))
                .sorted()
                .toList()
                .hashCode());
    }

    public BoardRules rules() {
        return rules.getIfAvailable(() -> new BoardRules(List.of()));
    }

    private StoredEdition stored(BoardRule board, EditionRow row) {
        var edition = row.of(board);
        cache.add(edition);
        return edition;
    }

    /**
     * The editions that take scores, without editions that are being removed. Makes the missing ones for which there is
     * room, in turns with other callers.
     *
     * @param caller the caller, whose new editions are limited; null for modules
     */
    public Opened open(@Nullable String caller, Collection<Wanted> wanted) {
        var opened = new Opened();
        var missing = new TreeMap<EditionName, Wanted>();
        for (var each : wanted) {
            find(each.board(), each.period(), each.partition())
                    .ifPresentOrElse(found -> opened.taking().put(each, found), () -> missing.put(each.name(), each));
        }
        opened.taking().values().removeIf(found -> found.seal() != null);
        missing.values().stream().map(Wanted::board).distinct().forEach(boards::add);
        newEditions.make(caller, missing.values(), opened);
        missing.values().stream()
                .flatMap(each -> Stream.ofNullable(opened.taking().get(each)))
                .forEach(cache::add);
        return opened;
    }

    /** The names of boards that keep final rankings, also of those that were taken out, as MySQL has them now. */
    public List<String> keepingFinals() {
        var all = new HashMap<>(boards.written());
        all.putAll(rules().readable());
        return all.values().stream()
                .filter(rule -> Boolean.TRUE.equals(rule.keepsFinals()))
                .map(BoardRule::name)
                .toList();
    }

    /** The names of boards, also of those that were taken out. */
    public List<String> names(Predicate<BoardRule> which) {
        return rules().readable().values().stream()
                .filter(which)
                .map(BoardRule::name)
                .toList();
    }

    /** The windows of a series, oldest first. */
    public List<StoredEdition> windows(StoredEdition series) {
        var all = windows.of(series);
        all.forEach(cache::add);
        return all;
    }

    /** The ids of an edition and its windows, also on a board whose rule is not known. */
    public List<Long> withWindows(long id) {
        return windowTable.withSeries(id);
    }

    /** The windows that a sliding board needs now. */
    public DayRange due(BoardRule board) {
        return windows.due(board);
    }

    /** Makes the missing windows of a sliding board, and returns all of them. */
    public List<StoredEdition> slide(BoardRule board) {
        var all = new ArrayList<StoredEdition>();
        for (var series : ofPeriod(board, StoredEdition.ALL_DAYS)) {
            windows.complete(series);
            all.addAll(windows(series));
        }
        return all;
    }

    /** After an outage today's window may be missing. Makes it, so that it is shown as incomplete instead of empty. */
    private Optional<StoredEdition> missing(BoardRule board, Period period, EditionName name) {
        if (!board.slides() || period.endsAt() == null) {
            return Optional.empty();
        }
        var due = windows.due(board);
        var day = LocalDate.parse(period.key());
        if (day.isBefore(due.first()) || day.isAfter(due.last())) {
            return Optional.empty();
        }
        return newest(board, new EditionName(name.board(), StoredEdition.ALL_DAYS.key(), name.partition()))
                .flatMap(series -> {
                    windows.complete(series);
                    return newest(board, name);
                });
    }

    /** @throws EditionsReplaced if one of the editions no longer takes scores */
    public void requireOpen(Collection<StoredEdition> editions) {
        var ids = editions.stream().map(StoredEdition::id).distinct().toList();
        if (!ids.isEmpty() && table.current(ids) < ids.size()) {
            editions.forEach(this::forget);
            throw EditionsReplaced.meanwhile();
        }
    }

    /**
     * Ends editions of a board and begins the next version of one of them. The others, possibly thousands, begin theirs
     * with their next score. Runs in the caller's transaction, which has locked the board; false if one of them was
     * reset or removed before.
     */
    public boolean replace(Collection<StoredEdition> all, StoredEdition shown, Instant now) {
        var ids = all.stream().map(StoredEdition::id).toList();
        var keptUntil = now.plus(shown.board().retention());
        if (table.replace(ids, keptUntil, now) < ids.size()) {
            return false;
        }
        windowTable.replace(ids, keptUntil, now);
        var wanted = new Wanted(shown.board(), shown.period(), shown.partition());
        cache.add(newEditions.make(wanted, shown.version() + 1));
        return true;
    }

    /** Deletes a series with its windows. Runs in the caller's transaction, which has locked the board. */
    public void delete(StoredEdition series) {
        windowTable.deleteWithSeries(series.id());
        forget(series);
    }

    /** The newest versions of a board's editions of a period, in all partitions and over all. */
    public List<StoredEdition> ofPeriod(BoardRule board, Period period) {
        return table.ofPeriod(board.name(), period.key()).stream()
                .map(row -> stored(board, row))
                .toList();
    }

    public void forget(StoredEdition edition) {
        cache.forget(edition);
    }
}
