package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.LivePages;
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
 * which lives for a minute after its last read, and for seven at most. Below them each page begins after the last member
 * of the previous page, at its current place.
 *
 * <p>A first page may be up to a fifth of a second old, because a snapshot for each reader would cost too much. The
 * caller's own standing comes from the snapshot, too. Members hidden or removed since then are left out. An edition
 * that fits on one page needs no snapshot. While there are too many {@link SnapshotBudget}, a first page comes from the edition
 * itself, and the next ones as below the snapshot.
 *
 * <pre>
 * ZRANGESTORE streakboard:board:{tag}:v3:snapshot:7.1795… streakboard:board:{tag}:v3:live 0 999 REV
 * </pre>
 */
public final class SnapshotPages implements LivePages {

    private static final String MEMBERS = "1000";
    private static final String KEPT = Long.toString(Duration.ofMinutes(1).toMillis());

    /** An index behind all members, to ask for a standing without a page. */
    private static final int NOWHERE = Integer.MAX_VALUE;

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
    private final SnapshotBudget snapshotBudget;

    public SnapshotPages(StringRedisTemplate redis, Edition edition, Clock clock, SnapshotBudget snapshotBudget) {
        this.snapshotBudget = snapshotBudget;
        this.edition = edition;
        this.keys = new BoardKeys(edition);
        this.scripts = new EditionScripts(redis, edition, clock);
        this.entries = new Entries(edition);
        this.touched = new ArrayList<>(keys.shown());
        touched.addAll(List.of(keys.snapshot(), keys.version()));
        this.firstPages = new SharedReads(
                Batches.ofReads(edition), questions -> scripts.readTogether(FIRST_PAGES, touched, questions));
    }

    /** Concurrent callers share the page and differ only in their own rank. */
    @Override
    public Shown begin(int size, @Nullable String me) {
        var first = new PageCursor.Offset("", 0, 0);
        var questions = new ArrayList<>(List.of(new ReadRequest(PAGE, arguments(first, size, null))));
        if (me != null) {
            questions.add(new ReadRequest(PAGE, arguments(new PageCursor.Offset("", NOWHERE, 0), size, me)));
        }
        var answers = firstPages.ask(questions);
        var shown = answers.getFirst().as(reply -> shown(first, size, reply));
        if (me == null) {
            return shown;
        }
        var page = shown.page();
        var mine = answers.getLast().as(reply -> Optional.ofNullable(entries.standing(reply.get(2))));
        return new Shown(new Page(page.total(), page.entries(), mine.orElse(null), page.degraded()), shown.next());
    }

    @Override
    public Optional<Shown> read(String cursor, int size, @Nullable String me) {
        return switch (PageCursor.of(cursor)) {
            case PageCursor.Offset within -> within(within, size, me);
            case PageCursor.Keyset below -> Optional.of(below(below, size, me));
        };
    }

    private Optional<Shown> within(PageCursor.Offset cursor, int size, @Nullable String me) {
        var reply = scripts.read(SNAPSHOT, touched, arguments(cursor, size, me));
        return reply.isEmpty() ? Optional.empty() : Optional.of(shown(cursor, size, reply));
    }

    private List<String> arguments(PageCursor.Offset cursor, int size, @Nullable String me) {
        return List.of(
                written(me),
                cursor.snapshot(),
                Integer.toString(cursor.offset()),
                Integer.toString(size),
                MEMBERS,
                KEPT,
                snapshotBudget.hasRoom() ? "1" : "0");
    }

    private Shown shown(PageCursor.Offset cursor, int size, List<?> reply) {
        long total = cursor.snapshot().isEmpty() ? (Long) reply.get(1) : cursor.total();
        int after = cursor.offset() + size;
        long members = (Long) reply.get(6);
        var snapshot = (String) reply.get(5);
        if (snapshot.isEmpty()) {
            return shown(reply, total, after < total ? last(reply.get(4)) : null);
        }
        snapshotBudget.add(keys.snapshot() + ":" + snapshot, members);
        var next = after < members
                ? new PageCursor.Offset(snapshot, after, total)
                : members < total ? last(reply.get(4)) : null;
        return without((List<?>) reply.get(7), shown(reply, total, next));
    }

    /** Leaves out members hidden or removed since the snapshot was taken. */
    private Shown without(List<?> left, Shown shown) {
        if (left.isEmpty()) {
            return shown;
        }
        var page = shown.page();
        var entries = page.entries().stream()
                .filter(entry -> !left.contains(edition.written(entry.member())))
                .toList();
        return new Shown(new Page(page.total(), entries, page.mine(), page.degraded()), shown.next());
    }

    private Shown below(PageCursor.Keyset cursor, int size, @Nullable String me) {
        var reply = scripts.read(
                BELOW, keys.shown(), List.of(written(me), cursor.value(), cursor.member(), Integer.toString(size)));
        long total = (Long) reply.get(1);
        return shown(reply, total, (Long) reply.get(3) + size < total ? last(reply.get(4)) : null);
    }

    private Shown shown(List<?> reply, long total, @Nullable PageCursor next) {
        return new Shown(
                new Page(
                        total,
                        entries.stretch((Long) reply.get(3), reply.get(4)),
                        entries.standing(reply.get(2)),
                        (Long) reply.getFirst() == 0),
                next == null ? null : next.text());
    }

    /** The start after the last member of a stretch; null if the stretch is empty. */
    private static @Nullable PageCursor last(Object stretch) {
        var members = (List<?>) ((List<?>) stretch).get(1);
        return members.isEmpty()
                ? null
                : new PageCursor.Keyset((String) members.getLast(), (String) members.get(members.size() - 2));
    }

    private String written(@Nullable String member) {
        return member == null ? "" : edition.written(member);
    }
}
