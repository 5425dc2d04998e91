package io.streakboard.leaderboard.editions;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.CountedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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
 * The editions of configured boards. What was looked up is remembered for some seconds, so another instance may read
 * an edition a moment after it was reset. A transaction that writes makes sure of it.
 */
@Service
public class Editions {

    private static final Logger log = LoggerFactory.getLogger(Editions.class);
    private static final CountedLog failures = new CountedLog(log);

    private static final int REMEMBERED = 10_000;
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(5);
    private static final String OVER_ALL = "";

    private record Name(String board, String period, String partition) {}

    private final EditionTable table;
    private final KnownBoards boards;
    private final LiveBoards live;
    private final ObjectProvider<BoardRules> rules;
    private final TransactionTemplate transactions;
    private final BusinessTime time;
    private final Cache<Name, StoredEdition> newest = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(REMEMBERED_FOR)
            .build();
    private final Cache<Long, StoredEdition> byId =
            Caffeine.newBuilder().maximumSize(REMEMBERED).build();

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
    }

    /** The newest version of an edition; empty as long as nobody has a score on it. */
    public Optional<StoredEdition> find(BoardRule board, Period period, @Nullable String partition) {
        var name = name(board, period, partition);
        var known = newest.getIfPresent(name);
        if (known != null) {
            return Optional.of(known);
        }
        var found = table.newest(name.board(), name.period(), name.partition())
                .filter(row -> row.removedAt() == null)
                .map(row -> stored(board, row));
        found.ifPresent(edition -> newest.put(name, edition));
        return found;
    }

    /** A version of an edition, until it is removed. */
    public Optional<StoredEdition> find(BoardRule board, Period period, @Nullable String partition, int version) {
        var name = name(board, period, partition);
        return table.find(name.board(), name.period(), name.partition(), version)
                .filter(row -> row.removedAt() == null)
                .map(row -> stored(board, row));
    }

    /**
     * The editions of a board, all versions, newest first.
     *
     * @param before the id of the edition that the page before ended with; {@code Long.MAX_VALUE} for the first page
     */
    public List<StoredEdition> page(BoardRule board, long before, int limit) {
        return table.before(board.name(), before, limit).stream()
                .map(row -> stored(board, row))
                .toList();
    }

    /** Empty if it was removed, or its board is not configured any more. */
    public Optional<StoredEdition> byId(long id) {
        var known = byId.getIfPresent(id);
        return known == null ? table.find(id).flatMap(this::stored) : Optional.of(known);
    }

    /** Empty if the board is not configured any more. */
    public Optional<StoredEdition> stored(EditionRow row) {
        var known = byId.getIfPresent(row.id());
        return known == null ? rules().find(row.board()).map(rule -> stored(rule, row)) : Optional.of(known);
    }

    /** The configured boards. */
    public BoardRules rules() {
        return rules.getIfAvailable(() -> new BoardRules(List.of()));
    }

    private StoredEdition stored(BoardRule board, EditionRow row) {
        var edition = new StoredEdition(
                row.id(),
                board,
                row.period(),
                row.partition().equals(OVER_ALL) ? null : row.partition(),
                row.version(),
                row.keptUntil());
        byId.put(row.id(), edition);
        return edition;
    }

    /** The edition that takes scores, made if there is none yet; empty if it is being removed. */
    public Optional<StoredEdition> open(BoardRule board, Period period, @Nullable String partition) {
        var found = find(board, period, partition);
        return found.isPresent() ? found : make(board, name(board, period, partition), period);
    }

    private Optional<StoredEdition> make(BoardRule board, Name name, Period period) {
        boards.add(board);
        var end = period.endsAt();
        var keptUntil = end == null ? null : end.plus(board.retention());
        try {
            transactions.executeWithoutResult(status -> begin(board, name, period, 1, keptUntil));
        } catch (DuplicateKeyException another) {
            log.debug("Another instance has made the edition {}", name);
        }
        return find(board, period, name.partition().equals(OVER_ALL) ? null : name.partition());
    }

    /** Before the transaction commits nobody has a score on it, so it is complete in Redis as it is. */
    private void begin(BoardRule board, Name name, Period period, int version, @Nullable Instant keptUntil) {
        table.insert(name.board(), period, name.partition(), version, keptUntil, time.now());
        table.newest(name.board(), name.period(), name.partition()).ifPresent(row -> open(stored(board, row)));
    }

    /** If Redis is away, the restoration does it. */
    private void open(StoredEdition edition) {
        try {
            live.of(edition.edition()).open();
        } catch (DataAccessException away) {
            failures.warn("New editions are not complete in Redis, and will be", away);
        }
    }

    /** Fails if one of some editions takes no scores any more: then all is tried again. */
    public void requireOpen(Collection<StoredEdition> editions) {
        var ids = editions.stream().map(StoredEdition::id).distinct().toList();
        if (!ids.isEmpty() && table.current(ids) < ids.size()) {
            editions.forEach(this::forget);
            throw new PessimisticLockingFailureException("An edition was reset or removed meanwhile");
        }
    }

    /**
     * Begins the next version, within the caller's transaction, who has locked the board; false if the edition was
     * reset or removed before.
     */
    public boolean replace(StoredEdition edition, Instant now) {
        var kept = edition.keptUntil();
        var keptUntil = kept == null ? now.plus(edition.board().retention()) : kept;
        if (!table.replace(edition.id(), keptUntil, now)) {
            return false;
        }
        var name = name(edition.board(), edition.period(), edition.partition());
        begin(edition.board(), name, edition.period(), edition.version() + 1, kept);
        return true;
    }

    /** The newest versions of a board's editions of a period, in all partitions and over all. */
    public List<StoredEdition> ofPeriod(BoardRule board, Period period) {
        return table.ofPeriod(board.name(), period.key()).stream()
                .map(row -> stored(board, row))
                .toList();
    }

    public void forget(StoredEdition edition) {
        newest.invalidate(name(edition.board(), edition.period(), edition.partition()));
        byId.invalidate(edition.id());
    }

    private static Name name(BoardRule board, Period period, @Nullable String partition) {
        return new Name(board.name(), period.key(), partition == null ? OVER_ALL : partition);
    }
}
