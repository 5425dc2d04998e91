package io.streakboard.leaderboard.live.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.leaderboard.live.RankingContract;
import io.streakboard.support.TestRedis;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/** Snapshots of editions that are too large to be copied at once. */
class SnapshotCopiesTests {

    private static final AtomicLong EDITIONS = new AtomicLong(3_000_000);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T05:00:00Z"), ZoneOffset.UTC);
    private static final int MEMBERS = 3_300;
    private static final int OF_A_SNAPSHOT = 2_500;
    private static final String KEPT = "60000";
    private static final int KEPT_AT_ONCE = 3;
    private static final String MOST_KEPT = Integer.toString(KEPT_AT_ONCE * OF_A_SNAPSHOT);

    /** On a board without times, what is shown beside a score goes with it. */
    private static final BoardRule TIMES_COUNT = Rules.rule(
            Cycle.DAY,
            Members.LEARNER,
            Order.DESCENDING,
            Ties.FIRST,
            Duration.ofSeconds(1),
            RankStyle.UNIQUE,
            1_000_000,
            0);

    @RegisterExtension
    private static final TestRedis SERVER = TestRedis.shared();

    private final StringRedisTemplate redis = SERVER.template();

    static List<Long> seeds() {
        var random = new Random();
        return IntStream.range(0, 12).mapToObj(i -> random.nextLong()).toList();
    }

    /** An edition with members, which two instances take snapshots of. */
    private final class Copied {

        private final Random random;
        private final BoardRule rule;
        private final Edition edition;
        private final LiveEdition live;
        private final List<SnapshotCopies> instances;
        private final int[] corrections = new int[2 * MEMBERS];

        Copied(Random random, long keep) {
            this(random, Rules.any(random), keep);
        }

        Copied(Random random, BoardRule like, long keep) {
            this.random = random;
            this.rule = Rules.rule(
                    like.cycle(),
                    like.members(),
                    like.order(),
                    like.ties(),
                    like.resolution(),
                    like.ranks(),
                    like.maxScore(),
                    keep);
            this.edition = Edition.of(rule, EDITIONS.incrementAndGet(), Rules.period(rule), null);
            this.live = new LiveEdition(redis, edition, CLOCK);
            this.instances = List.of(copies(), copies());
            live.open();
            live.update(IntStream.range(0, MEMBERS).mapToObj(this::moved).toList());
        }

        private SnapshotCopies copies() {
            var keys = new BoardKeys(edition);
            var touched = new ArrayList<>(keys.shown());
            touched.addAll(List.of(keys.snapshot(), keys.version()));
            return new SnapshotCopies(
                    new EditionScripts(redis, edition, CLOCK), touched, OF_A_SNAPSHOT, KEPT, MOST_KEPT);
        }

        SnapshotCopies instance() {
            return instances.get(random.nextInt(2));
        }

        private Score moved(int member) {
            var leaves = random.nextInt(6) == 0;
            return new Score(
                    RankingContract.name(rule, member),
                    leaves ? 0 : random.nextInt((int) Math.min(rule.maxScore(), 2_000) + 1),
                    leaves ? null : CLOCK.instant().plusMillis(random.nextInt(3) * 400L),
                    corrections[member]++,
                    null);
        }

        void change() {
            live.update(random.ints(random.nextInt(60), 0, 2 * MEMBERS)
                    .mapToObj(this::moved)
                    .toList());
        }

        /** The snapshot, page by page, is what the edition shows by now. */
        void compare(String snapshot, long ranked) {
            var all = new LiveRanking(redis, edition, CLOCK)
                    .page(0, OF_A_SNAPSHOT, null)
                    .entries();
            var pages = new Snapshot(redis, edition, CLOCK);
            var found = new ArrayList<Entry>();
            for (int from = 0; from < all.size(); from += 500) {
                var cursor = new PageStart.Within(snapshot, from, ranked);
                found.addAll(pages.read(cursor.text(), 500, null)
                        .orElseThrow()
                        .page()
                        .entries());
            }
            assertThat(found).hasSameSizeAs(all).isEqualTo(all);
            assertThat(ranked).isEqualTo(rule.keep() == 0 ? live.members() : Math.min(rule.keep(), live.members()));
        }

        void forget(String part) {
            redis.delete(new BoardKeys(edition).live() + part);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatChangesBetweenTheStepsIsInTheSnapshot(long seed) {
        var random = new Random(seed);
        var copied = new Copied(random, random.nextInt(3) == 0 ? 1_800 : 0);
        var reply = copied.instance().step("");
        int steps = 1;
        while (reply.size() == 1) {
            if (copied.rule.ranks() != RankStyle.DENSE || steps < 3) {
                copied.change();
            }
            boolean dies = random.nextInt(6) == 0;
            reply = copied.instance().step(dies ? "" : (String) reply.getFirst());
            steps++;
        }

        copied.compare((String) reply.get(1), (Long) reply.get(2));
        assertThat(steps).isGreaterThan(1);
        var done = copied.instance().step((String) reply.getFirst());
        assertThat(done).as("for who comes late to the last step").isEqualTo(reply);
        assertThat(redis.keys("*{" + copied.edition.tag() + "}*:live:cop*")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aCopyThatWasGivenUpIsBegunAgain(long seed) {
        var copied = new Copied(new Random(seed), 0);
        var reply = copied.instance().step("");
        copied.forget(":copying"); // has expired
        copied.change();
        while (reply.size() == 1) {
            reply = copied.instance().step((String) reply.getFirst());
        }

        copied.compare((String) reply.get(1), (Long) reply.get(2));
    }

    @Test
    void ofManySnapshotsThoseAreKeptThatWereReadLast() {
        var copied = new Copied(new Random(4), 0);
        var keys = new BoardKeys(copied.edition);
        var pages = new Snapshot(redis, copied.edition, CLOCK);
        var read = copied.instance().after(0);
        var other = copied.instances.getFirst();
        for (int i = 0; i < 3 * KEPT_AT_ONCE; i++) {
            copied.change();
            redis.delete(keys.snapshot());
            other.after(other.tries());
            redis.expire(keys.snapshot() + ":" + read.id(), Duration.ofSeconds(50)); // as if 40 s had passed
            assertThat(pages.read(new PageStart.Within(read.id(), 20, read.ranked()).text(), 20, null))
                    .isPresent();
        }

        assertThat(redis.keys(keys.snapshot() + ":*"))
                .filteredOn(key -> !key.endsWith(":distinct") && !key.endsWith(":kept"))
                .hasSize(KEPT_AT_ONCE)
                .contains(keys.snapshot() + ":" + read.id())
                .allMatch(key -> redis.getExpire(key) > 0);
    }

    /** Nobody takes another step: the process has died, and others look at other boards. */
    @Test
    void aCopyExpiresThoughAllLeaveItAndOthersComeBeforeItIsGivenUp() {
        var copied = new Copied(new Random(3), TIMES_COUNT, 0);
        var live = new BoardKeys(copied.edition).live();
        var copy = live + ":copy";
        await().until(() -> {
            copied.instance().step("");
            return redis.expire(live + ":copying", Duration.ofHours(1)); // on a slow machine, too
        });

        copied.live.update(IntStream.range(0, MEMBERS)
                .mapToObj(member -> new Score(RankingContract.name(copied.rule, member), 0, null, 9, null))
                .toList());
        assertThat(redis.hasKey(copy)).isFalse();
        copied.live.update(List.of(new Score("1", 7, CLOCK.instant(), 10, null)));

        assertThat(redis.opsForZSet().zCard(copy)).isOne();
        assertThat(redis.getExpire(copy)).isPositive();
    }

    @Test
    void aRebuildEndsTheCopyOfWhatItReplaces() {
        var copied = new Copied(new Random(1), 0);
        var begun = copied.instance().step("");
        copied.live.rebuild(
                false, to -> IntStream.range(0, MEMBERS).mapToObj(copied::moved).forEach(to));
        var reply = begun;
        while (reply.size() == 1) {
            reply = copied.instance().step((String) reply.getFirst());
        }

        copied.compare((String) reply.get(1), (Long) reply.get(2));
    }

    @Test
    void readersWhoBeginAtTheSameTimeSeeTheSameWhileTheEditionChanges() {
        var copied = new Copied(new Random(2), 0);
        var pages = new Snapshot(redis, copied.edition, CLOCK);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 5; round++) {
                copied.change();
                var shown = IntStream.range(0, 20)
                        .mapToObj(i -> CompletableFuture.supplyAsync(() -> pages.begin(20, null), threads))
                        .toList();
                copied.change();
                for (var each : shown) {
                    var next = Objects.requireNonNull(each.join().next());
                    // With times beside the scores, who has left since is not shown.
                    assertThat(each.join().page().entries()).hasSizeBetween(1, 20);
                    assertThat(pages.read(next, 20, null)).isPresent();
                }
            }
        }
    }

    @Test
    void anEditionThatNobodyIsOnAnyMoreHasNoSnapshot() {
        var copied = new Copied(new Random(3), 0);
        var reply = copied.instance().step("");
        copied.forget("");
        copied.forget(":copy");
        while (reply.size() == 1) {
            reply = copied.instance().step((String) reply.getFirst());
        }

        assertThat(reply.get(1)).isEqualTo("");
        assertThat(redis.keys("*{" + copied.edition.tag() + "}*:live:cop*")).isEmpty();
    }

    /** Redis hangs with the first question, until all of them wait. */
    private static final class HangingRedis extends StringRedisTemplate {

        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch hangs = new CountDownLatch(1);

        @Override
        public <T extends @Nullable Object> T execute(RedisScript<T> script, List<String> keys, Object... arguments) {
            asked.incrementAndGet();
            try {
                hangs.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new QueryTimeoutException("Redis hangs");
        }
    }

    @Test
    void whoWaitsForACopyThatFailsDoesNotWaitForTheSameAgain() {
        var hanging = new HangingRedis();
        var edition = Edition.of(TIMES_COUNT, EDITIONS.incrementAndGet(), Rules.DAY, null);
        var copies = new SnapshotCopies(
                new EditionScripts(hanging, edition, CLOCK), List.of(), OF_A_SNAPSHOT, KEPT, MOST_KEPT);
        long tries = copies.tries();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var readers = IntStream.range(0, 20)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> copies.after(tries), threads))
                    .toList();
            hanging.hangs.countDown();
            assertThat(readers)
                    .allSatisfy(
                            reader -> assertThatThrownBy(reader::join).hasCauseInstanceOf(QueryTimeoutException.class));
        }

        assertThat(hanging.asked).hasValue(1);
        assertThatThrownBy(() -> copies.after(copies.tries())).isInstanceOf(QueryTimeoutException.class);
        assertThat(hanging.asked).as("who comes later tries again").hasValue(2);
    }

    @Test
    void whoHasLeftIsNotShownByASnapshotThatWasTakenBefore() {
        var random = new Random();
        var copied = new Copied(random, 0);
        var pages = new Snapshot(redis, copied.edition, CLOCK);
        var first = pages.begin(20, null);
        var next = Objects.requireNonNull(first.next());
        var second = pages.read(next, 20, null).orElseThrow().page().entries();
        var hidden = second.get(3);

        copied.live.update(List.of(new Score(hidden.member(), hidden.score(), null, Integer.MAX_VALUE, null)));

        var again = pages.read(next, 20, hidden.member()).orElseThrow().page();
        assertThat(again.entries())
                .isEqualTo(
                        second.stream().filter(entry -> !entry.equals(hidden)).toList());
        assertThat(again.mine()).isNull();
    }

    @Test
    void whoIsAmongTheBestNoMoreIsShownByASnapshotThatWasTakenBefore() {
        var copied = new Copied(new Random(), TIMES_COUNT, 1_800);
        var pages = new Snapshot(redis, copied.edition, CLOCK);
        var next = Objects.requireNonNull(pages.begin(1_780, null).next());
        var last = pages.read(next, 20, null).orElseThrow().page().entries();

        copied.live.update(IntStream.range(2 * MEMBERS, 3 * MEMBERS)
                .mapToObj(i -> new Score(Integer.toString(i + 1), 3_000, CLOCK.instant(), 0, null))
                .toList());

        assertThat(copied.live.held(last.stream().map(Entry::member).toList()).values())
                .isEmpty();
        assertThat(pages.read(next, 20, null).orElseThrow().page().entries()).isEqualTo(last);
    }
}
