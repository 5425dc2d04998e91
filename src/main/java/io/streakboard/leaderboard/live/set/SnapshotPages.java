package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.live.set.SharedReads.ReadRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Consistent pages of a changing edition. The best 1,000 members come from a snapshot, which all instances share and
 * which lasts a minute after its last read, and seven at most. Below them each page begins after the last member of the
 * previous page, at its current place.
 *
 * <p>A first page may be up to a fifth of a second old, because a snapshot for each reader would cost too much. The
 * caller's own standing comes from the snapshot, too. Members hidden or removed since then are left out. An edition
 * that fits on one page needs no snapshot. While the {@link SnapshotBudget} is used up, a first page comes from the
 * edition itself, and each next one begins below it.
 *
 * <pre>
 * ZRANGESTORE streakboard:board:{tag}:v3:snapshot:7.1795… streakboard:board:{tag}:v3:live 0 999 REV
 * </pre>
 */
public final class SnapshotPages {

    /** @param next cursor of the next page; null after the last */
    public record Shown(Page page, @Nullable String next) {}

    private static final String SNAPSHOT_SIZE = "1000";
    private static final String TTL = Long.toString(Duration.ofMinutes(1).toMillis());

    /** An offset behind all members, for a standing without a page. */
    private static final int BEYOND_END = Integer.MAX_VALUE;

    private static final String PAGE = "snapshot";

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> SNAPSHOT = EditionScripts.reading(PAGE, List.class);

    private static final RedisScript<byte[]> FIRST_PAGES = EditionScripts.readingTogether(PAGE);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> BELOW = EditionScripts.reading("below", List.class);

    private final Edition edition;
    private final BoardKeys keys;
    private final EditionScripts scripts;
    private final Entries entries;
    private final List<String> touched;
    private final SharedReads firstPages;
    private final SnapshotBudget budget;

    public SnapshotPages(StringRedisTemplate redis, Edition edition, Clock clock, SnapshotBudget budget) {
        this.budget = budget;
        this.edition = edition;
        this.keys = new BoardKeys(edition);
        this.scripts = new EditionScripts(redis, edition, clock);
        this.entries = new Entries(edition);
        this.touched = new ArrayList<>(keys.shown());
        touched.addAll(List.of(keys.snapshot(), keys.version()));
        this.firstPages = new SharedReads(
                Batches.ofReads(edition), requests -> scripts.readTogether(FIRST_PAGES, touched, requests));
    }

    /** The first page. Concurrent callers share the page and differ only in their own rank. */
    public Shown begin(int size, @Nullable String me) {
        var first = new PageCursor.Offset("", 0, 0);
        var requests = new ArrayList<>(List.of(new ReadRequest(PAGE, arguments(first, size, null))));
        if (me != null) {
            requests.add(new ReadRequest(PAGE, arguments(new PageCursor.Offset("", BEYOND_END, 0), size, me)));
        }
        var results = firstPages.ask(requests);
        var shown = results.getFirst().as(result -> shown(first, size, result));
        if (me == null) {
            return shown;
        }
        var page = shown.page();
        var mine = results.getLast().as(result -> Optional.ofNullable(entries.standing(result.get(2))));
        return new Shown(new Page(page.total(), page.entries(), mine.orElse(null), page.degraded()), shown.next());
    }

    /** The page that a cursor names; empty if its snapshot has expired and the reader has to begin again. */
    public Optional<Shown> read(String cursor, int size, @Nullable String me) {
        return switch (PageCursor.of(cursor)) {
            case PageCursor.Offset offset -> within(offset, size, me);
            case PageCursor.Keyset keyset -> Optional.of(below(keyset, size, me));
        };
    }

    private Optional<Shown> within(PageCursor.Offset cursor, int size, @Nullable String me) {
        var result = scripts.read(SNAPSHOT, touched, arguments(cursor, size, me));
        return result.isEmpty() ? Optional.empty() : Optional.of(shown(cursor, size, result));
    }

    private List<String> arguments(PageCursor.Offset cursor, int size, @Nullable String me) {
        return List.of(
                written(me),
                cursor.snapshot(),
                Integer.toString(cursor.offset()),
                Integer.toString(size),
                SNAPSHOT_SIZE,
                TTL,
                budget.hasRoom() ? "1" : "0");
    }

    private Shown shown(PageCursor.Offset cursor, int size, List<?> result) {
        long total = cursor.snapshot().isEmpty() ? (Long) result.get(1) : cursor.total();
        int after = cursor.offset() + size;
        long members = (Long) result.get(6);
        var snapshot = (String) result.get(5);
        if (snapshot.isEmpty()) {
            return shown(result, total, after < total ? last(result.get(4)) : null);
        }
        budget.add(keys.snapshot() + ":" + snapshot, members);
        var next = after < members
                ? new PageCursor.Offset(snapshot, after, total)
                : members < total ? last(result.get(4)) : null;
        return without((List<?>) result.get(7), shown(result, total, next));
    }

    /** Leaves out members hidden or removed since the snapshot was taken. */
    private Shown without(List<?> removed, Shown shown) {
        if (removed.isEmpty()) {
            return shown;
        }
        var page = shown.page();
        var entries = page.entries().stream()
                .filter(entry -> !removed.contains(edition.written(entry.member())))
                .toList();
        return new Shown(new Page(page.total(), entries, page.mine(), page.degraded()), shown.next());
    }

    private Shown below(PageCursor.Keyset cursor, int size, @Nullable String me) {
        var result = scripts.read(
                BELOW, keys.shown(), List.of(written(me), cursor.value(), cursor.member(), Integer.toString(size)));
        long total = (Long) result.get(1);
        return shown(result, total, (Long) result.get(3) + size < total ? last(result.get(4)) : null);
    }

    private Shown shown(List<?> result, long total, @Nullable PageCursor next) {
        return new Shown(
                new Page(
                        total,
                        entries.range((Long) result.get(3), result.get(4)),
                        entries.standing(result.get(2)),
                        (Long) result.getFirst() == 0),
                next == null ? null : next.text());
    }

    /** The cursor after the last member of a page; null if the page is empty. */
    private static @Nullable PageCursor last(Object page) {
        var members = (List<?>) ((List<?>) page).get(1);
        return members.isEmpty()
                ? null
                : new PageCursor.Keyset((String) members.getLast(), (String) members.get(members.size() - 2));
    }

    private String written(@Nullable String member) {
        return member == null ? "" : edition.written(member);
    }
}
