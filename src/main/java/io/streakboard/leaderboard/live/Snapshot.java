package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking.Page;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Pages that fit each other while the edition changes. The best 10,000 come from a snapshot, which all instances share
 * and which is kept for a minute after it was read last. Below them each page begins after the last member of the one
 * before, wherever that is by now.
 *
 * <p>What begins may be as much as half a second old on an edition of 10,000 members or more, and what is below the
 * first page two seconds: a snapshot costs too much to take one for each reader. Who asks is shown by the snapshot as
 * well. An edition that fits on one page is shown as it is.
 *
 * <pre>
 * ZRANGESTORE streakboard:board:{tag}:v2:snapshot:7.1795… streakboard:board:{tag}:v2:live 0 9999 REV
 * </pre>
 */
final class Snapshot implements LivePages {

    private static final int MEMBERS = 10_000;
    private static final String KEPT = Long.toString(Duration.ofMinutes(1).toMillis());

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> SNAPSHOT = EditionScripts.reading("snapshot", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> BELOW = EditionScripts.reading("below", List.class);

    private final Edition edition;
    private final BoardKeys keys;
    private final EditionScripts scripts;
    private final Entries entries;

    Snapshot(StringRedisTemplate redis, Edition edition, Clock clock) {
        this.edition = edition;
        this.keys = new BoardKeys(edition);
        this.scripts = new EditionScripts(redis, edition, clock);
        this.entries = new Entries(edition);
    }

    @Override
    public Shown begin(int size, @Nullable String me) {
        return within(new PageStart.Within("", 0, 0), size, me).orElseThrow();
    }

    @Override
    public Optional<Shown> read(String cursor, int size, @Nullable String me) {
        return switch (PageStart.of(cursor)) {
            case PageStart.Within within -> within(within, size, me);
            case PageStart.Below below -> Optional.of(below(below, size, me));
        };
    }

    private Optional<Shown> within(PageStart.Within cursor, int size, @Nullable String me) {
        var touched = new ArrayList<>(keys.shown());
        touched.addAll(List.of(keys.snapshot(), keys.version()));
        var reply = scripts.read(
                SNAPSHOT,
                touched,
                List.of(
                        written(me),
                        cursor.snapshot(),
                        Integer.toString(cursor.offset()),
                        Integer.toString(size),
                        Integer.toString(MEMBERS),
                        KEPT));
        if (reply.isEmpty()) {
            return Optional.empty();
        }
        long total = cursor.snapshot().isEmpty() ? (Long) reply.get(1) : cursor.total();
        int after = cursor.offset() + size;
        long members = (Long) reply.get(6);
        var next = after < members
                ? new PageStart.Within((String) reply.get(5), after, total)
                : members < total ? last(reply.get(4)) : null;
        return Optional.of(shown(reply, total, next));
    }

    private Shown below(PageStart.Below cursor, int size, @Nullable String me) {
        var reply = scripts.read(
                BELOW, keys.shown(), List.of(written(me), cursor.value(), cursor.member(), Integer.toString(size)));
        long total = (Long) reply.get(1);
        return shown(reply, total, (Long) reply.get(3) + size < total ? last(reply.get(4)) : null);
    }

    private Shown shown(List<?> reply, long total, @Nullable PageStart next) {
        return new Shown(
                new Page(
                        total,
                        entries.stretch((Long) reply.get(3), reply.get(4)),
                        entries.standing(reply.get(2)),
                        (Long) reply.getFirst() == 0),
                next == null ? null : next.text());
    }

    /** Where the last member of a stretch is; null if there is none. */
    private static @Nullable PageStart last(Object stretch) {
        var members = (List<?>) ((List<?>) stretch).get(1);
        return members.isEmpty()
                ? null
                : new PageStart.Below((String) members.getLast(), (String) members.get(members.size() - 2));
    }

    private String written(@Nullable String member) {
        return member == null ? "" : edition.written(member);
    }
}
