package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Entry.Movement;
import io.streakboard.leaderboard.board.FormerValues;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Score.ClosingScore;
import io.streakboard.leaderboard.live.set.LiveRanking;
import io.streakboard.support.TestRedis;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Ranks compared with the end of the previous day. The model notes all scores at each midnight; Redis gets only the
 * moves of members, twice, late and in any order.
 */
class TrendTests {

    private static final AtomicLong EDITIONS = new AtomicLong(2_000_000);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Instant FIRST_DAY = Instant.parse("2026-11-19T00:00:00Z");
    private static final int DAYS = 6;

    @RegisterExtension
    private static final TestRedis SERVER = TestRedis.shared();

    private final StringRedisTemplate redis = SERVER.template();

    static List<Long> seeds() {
        return RankingContract.seeds();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void comparesRanksWithTheLastMidnight(long seed) {
        var random = new Random(seed);
        new Days(Rules.comparingDays(random, 0), 1 + random.nextInt(40), random).pass();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void comparesRanksWhereOnlyTheBestAreKept(long seed) {
        var random = new Random(seed);
        new Days(Rules.comparingDays(random, 1 + random.nextInt(30)), 250, random).pass();
    }

    /** Some days of an edition. */
    private final class Days {

        private final BoardRule rule;
        private final int members;
        private final Random random;
        private final Edition edition;
        private final RankingModel model;
        private final Map<String, Score> rows = new HashMap<>();
        private final List<Score> inFlight = new ArrayList<>();
        private final MovableClock clock = new MovableClock(FIRST_DAY);
        private final BusinessTime time = new BusinessTime(clock, ZoneOffset.UTC);
        private final LiveBoards boards;
        private final LiveEdition live;
        private final Ranking ranking;
        private FormerValues formers;

        Days(BoardRule rule, int members, Random random) {
            this.rule = rule;
            this.members = members;
            this.random = random;
            this.edition = Edition.of(rule, EDITIONS.incrementAndGet(), Rules.period(rule), null, Rules.TIEBREAKER);
            this.model = new RankingModel(rule, edition);
            this.boards = new LiveBoards(redis, clock, SERVER.pipeline());
            this.live = boards.of(edition);
            this.ranking = boards.ranking(edition);
            this.formers = new FormerValues(rule, edition, List.of());
        }

        void pass() {
            boards.open(List.of(edition), none -> Optional.empty());
            for (int day = 0; day < DAYS; day++) {
                clock.now = FIRST_DAY.plus(DAY.multipliedBy(day));
                var end = Rules.period(rule).endsAt();
                if (end == null || clock.now.isBefore(end)) {
                    formers = new FormerValues(rule, edition, model.all());
                }
                if (random.nextInt(4) > 0) {
                    compare();
                }
                for (int i = random.nextInt(5); i > 0; i--) {
                    clock.now = clock.now.plusSeconds(3_600);
                    something();
                    if (random.nextInt(3) > 0) {
                        compare();
                    }
                }
            }
            compare();
        }

        private void something() {
            switch (random.nextInt(8)) {
                case 0 -> rebuild();
                case 1 -> {
                    redis.delete(Objects.requireNonNull(redis.keys("streakboard:board:{" + edition.tag() + "[:}]*")));
                    inFlight.clear();
                    rebuild();
                }
                default -> {
                    for (int i = random.nextInt(2 * members); i > 0; i--) {
                        change(RankingContract.name(rule, random.nextInt(members)));
                    }
                    if (random.nextBoolean()) {
                        Collections.shuffle(inFlight, random);
                        deliver(inFlight.subList(0, random.nextInt(inFlight.size() + 1)));
                    }
                }
            }
        }

        private void change(String member) {
            var before = rows.getOrDefault(member, new Score(member, 0, null, 0, null));
            boolean leaves = random.nextInt(8) == 0;
            long score = leaves ? 0 : random.nextInt(12);
            var reachedAt =
                    leaves ? null : Instant.parse("2026-11-18T00:00:00Z").plusMillis(random.nextInt(3) * 400L);
            var moved = new Score(member, score, reachedAt, before.corrections(), null);
            if (score == before.score() && Objects.equals(reachedAt, before.reachedAt())) {
                return;
            }
            boolean better = model.isBetter(moved, before);
            var after = new Score(
                    member,
                    score,
                    reachedAt,
                    better ? before.corrections() : before.corrections() + 1,
                    null,
                    closing(before));
            rows.put(member, after);
            model.take(after);
            inFlight.add(after);
            if (random.nextInt(4) == 0) {
                inFlight.add(after);
            }
        }

        private ClosingScore closing(Score before) {
            var ends = time.dayEndsWithin(Rules.period(rule).endsAt());
            var noted = before.closing();
            return noted == null || noted.until().isBefore(ends)
                    ? new ClosingScore(ends, before.score(), before.reachedAt())
                    : noted;
        }

        private void deliver(List<Score> some) {
            var scores = List.copyOf(some);
            some.clear();
            live.update(scores);
        }

        private void meanwhile() {
            switch (random.nextInt(8)) {
                case 0 -> change(RankingContract.name(rule, random.nextInt(members)));
                case 1 -> deliver(inFlight);
                default -> {}
            }
        }

        private void rebuild() {
            try (var rebuild = live.rebuild(false, LiveContract.bounds(rule, random))) {
                var all = new ArrayList<>(rows.values());
                Collections.shuffle(all, random);
                for (var each : all) {
                    rebuild.add(each);
                    if (random.nextInt(8) == 0) {
                        rebuild.settle();
                    }
                    meanwhile();
                }
                rebuild.finish();
            }
        }

        private void compare() {
            Collections.shuffle(inFlight, random);
            deliver(inFlight);
            if (rule.keep() > 0 && !live.complete()) {
                rebuild();
            }
            var expected = model.entries();
            compared(ranking.page(0, members, null).entries(), expected);
            if (!expected.isEmpty()) {
                int first = random.nextInt(expected.size());
                int last = first + random.nextInt(expected.size() - first);
                compared(ranking.page(first, last - first, null).entries(), expected.subList(first, last));
                var some =
                        expected.stream().filter(entry -> random.nextBoolean()).toList();
                compared(
                        ranking.among(some.stream().map(Entry::member).toList(), null)
                                .entries(),
                        some);
            }
            boards.pages(edition).begin(members, null).page().entries().forEach(this::compared);
        }

        private void compared(List<Entry> found, List<Entry> expected) {
            assertThat(found.stream().map(Days::withoutMovement)).isEqualTo(expected);
            found.forEach(this::compared);
        }

        private static Entry withoutMovement(Entry entry) {
            return new Entry(entry.rank(), entry.member(), entry.score(), entry.reachedAt(), entry.extra(), null);
        }

        private void compared(Entry entry) {
            formers.check(entry, model.all());
        }
    }

    @Test
    void movesAreForgottenAfterTheDayAndKeptOnAnEndedEdition() {
        var rule = Rules.comparingDays(new Random(1), 0);
        var clock = new MovableClock(FIRST_DAY);
        var edition = Edition.of(rule, EDITIONS.incrementAndGet(), Rules.ALL, null, Rules.TIEBREAKER);
        var live = new LiveEdition(redis, edition, clock);
        var prefix = "streakboard:board:{" + edition.tag() + "}:" + edition.encoding() + ":live:";

        live.update(List.of(moved("1", 5, FIRST_DAY.plus(DAY), 3L)));
        assertThat(redis.getExpire(prefix + "before")).isBetween(2 * 86_400L - 60, 2 * 86_400L);
        assertThat(redis.getExpire(prefix + "until")).isPositive();

        live.update(List.of(moved("2", 5, BusinessTime.NEVER, 3L)));
        assertThat(redis.opsForZSet().zCard(prefix + "before")).isOne();
        assertThat(redis.getExpire(prefix + "before")).isEqualTo(-1);
        assertThat(live.bytes()).isPositive();

        live.clear();
        assertThat(redis.keys("streakboard:board:{" + edition.tag() + "}:*")).isEmpty();
    }

    @Test
    void anInstanceWhoseClockIsBehindDoesNotUndoTheDayThatHasBegun() {
        var rule = Rules.comparingDays(new Random(2), 0);
        var ahead = new MovableClock(FIRST_DAY.plus(DAY).plusSeconds(1));
        var behind = new MovableClock(FIRST_DAY.plus(DAY).minusSeconds(1));
        var edition = Edition.of(rule, EDITIONS.incrementAndGet(), Rules.ALL, null, Rules.TIEBREAKER);
        var live = new LiveEdition(redis, edition, ahead);
        var late = new LiveEdition(redis, edition, behind);
        long best = 9;
        long worse = rule.better(9, 8) ? 8 : 10;

        late.update(List.of(moved("1", best, FIRST_DAY.plus(DAY), null), moved("2", worse, FIRST_DAY.plus(DAY), null)));
        live.update(List.of(moved("2", worse, FIRST_DAY.plus(DAY.multipliedBy(2)), worse)));
        late.update(List.of(moved("3", best, FIRST_DAY.plus(DAY), null)));

        for (var clock : List.of(ahead, behind)) {
            assertThat(new LiveRanking(redis, edition, clock).page(0, 9, null).entries())
                    .hasSize(3)
                    .allSatisfy(entry -> assertThat(entry.movement()).isEqualTo(new Movement(entry.rank())));
        }
    }

    private static Score moved(String member, long score, Instant until, @Nullable Long before) {
        return new Score(
                member,
                score,
                FIRST_DAY,
                0,
                null,
                new ClosingScore(until, before == null ? 0 : before, before == null ? null : FIRST_DAY));
    }

    private static final class MovableClock extends Clock {

        private Instant now;

        MovableClock(Instant now) {
            this.now = now;
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("unused");
        }
    }
}
