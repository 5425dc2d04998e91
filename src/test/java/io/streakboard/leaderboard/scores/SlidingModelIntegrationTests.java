package io.streakboard.leaderboard.scores;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Entry.Movement;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.live.RankingContract;
import io.streakboard.leaderboard.scores.SlidingModel.Taken;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Seeds;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationContext;

/**
 * Random scores, late ones among them, midnights, outages, moderation and losses of Redis, on two instances with clocks
 * apart: whatever a window shows as complete is what the model says.
 */
@IntegrationTest
@Tag("any-redis")
class SlidingModelIntegrationTests {

    private static final int STEPS = 60;
    private static final int MEMBERS = 12;
    private static final Duration APART = Duration.ofSeconds(3);

    private final ApplicationContext context;
    private Instant now = Instant.MIN;

    SlidingModelIntegrationTests(ApplicationContext context) {
        this.context = context;
    }

    static List<Long> seeds() {
        return Seeds.some(2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aWindowEqualsTheModel(long seed) {
        try (var run = new Run(seed)) {
            run.go();
        }
    }

    private final class Run implements AutoCloseable {

        private final Random random;
        private final BoardRule board;
        private final ZoneId zone;
        private final SlidingModel model;
        private final List<ScoresChanged> committed = new ArrayList<>();
        private SlidingInstance first;
        private SlidingInstance second;
        private int sent;
        private int renamed;
        private int compared;

        Run(long seed) {
            random = new Random(seed);
            board = any(random);
            zone = ZoneId.of(List.of("Asia/Shanghai", "America/New_York", "Europe/Berlin", "UTC")
                    .get(random.nextInt(4)));
            model = new SlidingModel(board);
            now = Instant.parse("2031-03-05T04:00:00Z").plusSeconds(random.nextInt(60 * 86_400));
            first = start(Duration.ZERO);
            second = start(APART);
        }

        void go() {
            submit();
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(14)) {
                    case 0, 1, 2, 3, 4 -> submit();
                    case 5, 6 -> first.deliverSome(random);
                    case 7 -> now = now.plusSeconds(random.nextInt(40_000));
                    case 8 ->
                        now = first.before(first.time.today().plusDays(1), Duration.ofMillis(random.nextInt(4_000)));
                    case 9 -> outageOrRestart();
                    case 10 -> moderate();
                    case 11 -> lose();
                    case 12 -> buildAmidScores();
                    default -> one().sliding.build(board);
                }
                if (random.nextInt(3) == 0) {
                    compare(false);
                }
            }
            first.sliding.build(board);
            compare(true);
            assertThat(compared).isPositive();
        }

        private SlidingInstance one() {
            return random.nextBoolean() ? first : second;
        }

        private SlidingInstance start(Duration ahead) {
            InstantSource clock = () -> now.plus(ahead);
            return new SlidingInstance(context, board, clock.withZone(ZoneOffset.UTC), zone, committed);
        }

        private void outageOrRestart() {
            if (random.nextInt(3) == 0) {
                now = now.plus(Duration.ofHours(random.nextInt(100)));
            }
            restart();
        }

        private void restart() {
            close();
            first = start(Duration.ZERO);
            second = start(APART);
        }

        @Override
        public void close() {
            first.close();
            second.close();
        }

        private void submit() {
            var on = one();
            var submissions = Stream.generate(() -> submission(on))
                    .limit(1 + random.nextInt(8))
                    .toList();
            var today = on.time.today();
            for (var submission : submissions) {
                var result = on.take(submission);
                check(submission, result, today);
            }
        }

        private Submission submission(SlidingInstance on) {
            var late = random.nextInt(3) == 0
                    ? Duration.ofSeconds(random.nextInt((board.days() + 4) * 86_400))
                    : Duration.ofSeconds(random.nextInt(3_600));
            return on.submission(
                    member(random.nextInt(MEMBERS)),
                    board.partitioned() ? "p" + random.nextInt(2) : null,
                    board.operator() == Operator.SUM && random.nextInt(6) == 0 ? -1 : 10 * (1 + random.nextInt(4)),
                    "m-" + ++sent,
                    now.minus(late).plusMillis(sent));
        }

        private void check(Submission submission, SubmissionResult result, LocalDate today) {
            var day = LocalDate.parse(submission.period().key());
            var last = day.plusDays(board.days() - 1);
            var end = first.window(last).endsAt();
            if (result.outcome() == ScoreOutcome.LATE) {
                assertThat(end).isBeforeOrEqualTo(now.plus(APART).minus(board.retention()));
                return;
            }
            var key = submission.partition() == null ? "" : submission.partition();
            var told = today.isBefore(day) ? day : today.isAfter(last) ? last : today;
            var before = model.partitions().contains(key) ? model.score(key, told, submission.member()) : null;
            boolean taken = model.take(
                    submission.partition(),
                    new Taken(submission.member(), day, submission.value(), submission.occurredAt()));
            assertThat(result.outcome()).isEqualTo(taken ? ScoreOutcome.APPLIED : ScoreOutcome.INVALID);
            if (taken) {
                assertThat(result.before()).isEqualTo(before);
                assertThat(result.score()).isEqualTo(model.score(key, told, submission.member()));
                assertThat(result.period()).isEqualTo(told.toString());
            }
        }

        private void moderate() {
            var on = one();
            var member = member(random.nextInt(MEMBERS));
            var other = member(random.nextInt(MEMBERS));
            var partition = random.nextBoolean() && board.partitioned() ? "p0" : null;
            var key = partition == null ? "" : partition;
            switch (random.nextInt(6)) {
                case 0 -> {
                    on.moderation.hide(board, member);
                    model.hide(member);
                }
                case 1 -> {
                    on.moderation.show(board, member);
                    model.show(member);
                }
                case 2 -> {
                    var last = on.time.today().minusDays(random.nextInt(2));
                    if (model.partitions().contains(key) && !last.isBefore(oldest(on))) {
                        on.moderation.remove(on.edition(last, partition), member);
                        model.remove(key, last, member);
                    }
                }
                case 3 -> {
                    var to = member(MEMBERS + renamed++);
                    on.moderation.rename(board, member, to);
                    model.rename(member, to);
                }
                case 4 -> {
                    if (!member.equals(other)) {
                        merge(on, member, other);
                    }
                }
                default -> {
                    if (model.partitions().contains(key) && random.nextBoolean()) {
                        on.moderation.reset(on.fresh(on.time.today(), partition));
                        model.reset(key, on.time.today());
                    }
                }
            }
        }

        private void merge(SlidingInstance on, String member, String into) {
            try {
                on.moderation.merge(board, member, into);
                model.merge(member, into);
            } catch (Problem refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        }

        /** Redis forgets a window, if there is one today: not after days without scores. */
        private void lose() {
            var on = one();
            on.editions
                    .find(board, on.window(on.time.today()), null)
                    .ifPresent(
                            window -> on.live(on.fresh(on.time.today(), null)).clear());
        }

        /** A window is built while scores come, or the build is broken off. */
        private void buildAmidScores() {
            var on = one();
            for (var window : on.editions.slide(board)) {
                if (!on.live(window).complete() || random.nextInt(4) == 0) {
                    on.rebuildAmid(window, random, this::submit);
                }
            }
        }

        private LocalDate oldest(SlidingInstance on) {
            return on.time.dayOf(now.minus(board.retention()));
        }

        private void compare(boolean all) {
            var on = one();
            on.deliverAll(random);
            for (var key : model.partitions()) {
                oldest(on).datesUntil(on.time.today().plusDays(1)).forEach(last -> {
                    var edition = on.fresh(last, key.isEmpty() ? null : key);
                    var shown = on.ranking(edition);
                    if (all || on.live(edition).complete()) {
                        compared++;
                        RankingContract.compare(board, model.ranking(key, last, edition), shown, random);
                        compareWithTheDayBefore(on, key, last, shown);
                        assertThat(on.repair.drift(on.repair.source(edition)).none())
                                .isTrue();
                    } else {
                        assertThat(shown.page(0, 1, null).degraded()).isTrue();
                    }
                });
            }
        }

        /** If the window before is kept and complete, its ranks are those that a trend tells. */
        private void compareWithTheDayBefore(SlidingInstance on, String key, LocalDate last, Ranking shown) {
            var day = last.minusDays(1);
            if (day.isBefore(oldest(on))) {
                return;
            }
            var before = on.fresh(day, key.isEmpty() ? null : key);
            if (on.live(before).complete()) {
                var former = model.ranking(key, day, before).ranks();
                var page = shown.page(0, MEMBERS, null).comparedWith(on.ranking(before));
                assertThat(page.entries())
                        .allSatisfy(entry ->
                                assertThat(entry.movement()).isEqualTo(new Movement(former.get(entry.member()))));
            }
        }

        private String member(int number) {
            return board.members() == Members.LEARNER ? Integer.toString(number + 1) : "m" + number + "-" + number % 3;
        }
    }

    private static BoardRule any(Random random) {
        var any = TestBoards.any(random);
        var rule = TestBoards.sliding(any, 2 + random.nextInt(3), Duration.ofHours(random.nextInt(60)));
        return Rules.with(
                rule,
                Map.of(
                        "resolution", TestBoards.one(random, Duration.ofSeconds(1), Duration.ofMillis(1)),
                        "ranks", TestBoards.one(random, RankStyle.values()),
                        "buckets", TestBoards.one(random, List.of(), List.of("9", "20", "60"), List.of("0", "15")),
                        "maxScore", 100_000L));
    }
}
