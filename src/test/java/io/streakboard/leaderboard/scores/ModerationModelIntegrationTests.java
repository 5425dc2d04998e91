package io.streakboard.leaderboard.scores;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import io.streakboard.leaderboard.board.FormerValues;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.book.Submission;
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
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationContext;

/**
 * Random scores, repeated and late ones among them, moderation, midnights, rebuilds and losses of Redis, on two instances
 * with clocks apart: an edition shows what the model says, also once it has ended, and yesterday's ranks stay.
 */
@IntegrationTest
class ModerationModelIntegrationTests {

    private static final int STEPS = 50;
    private static final Duration APART = Duration.ofSeconds(3);

    /** The model knows days; here all scores are of the same. */
    private static final LocalDate DAY = LocalDate.parse("2032-01-01");

    private final ApplicationContext context;
    private Instant now = Instant.MIN;

    ModerationModelIntegrationTests(ApplicationContext context) {
        this.context = context;
    }

    static List<Long> seeds() {
        return Seeds.some(4);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBoardEqualsTheModel(long seed) {
        try (var run = new Run(seed)) {
            run.go();
        }
    }

    private final class Run implements AutoCloseable {

        private final Random random;
        private final BoardRule board;
        private final Period period;
        private final int members;
        private final SlidingModel model;
        private final List<ScoresChanged> committed = new ArrayList<>();
        private final List<Submission> sent = new ArrayList<>();
        private final SlidingInstance first;
        private final SlidingInstance second;

        private int made;

        /** What each partition showed at the last midnight, and who was ever on its edition. */
        private final Map<String, Map<String, Score>> yesterday = new HashMap<>();

        private final Map<String, Set<String>> rows = new HashMap<>();

        Run(long seed) {
            random = new Random(seed);
            board = any(random);
            members = board.keep() > 0 ? 125 : 10;
            model = new SlidingModel(board);
            now = Instant.parse("2032-03-05T04:00:00Z").plusSeconds(random.nextInt(60 * 86_400));
            period = board.cycle() == Cycle.NONE ? new Period("all", null, null) : some(now);
            first = start(Duration.ZERO);
            second = start(APART);
        }

        void go() {
            submit(members);
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> submit(1 + random.nextInt(members / 2));
                    case 3 -> first.deliverSome(random);
                    case 4 -> repeat();
                    case 5 -> midnight();
                    case 6 -> lose();
                    case 7 -> rebuildAmidScores();
                    default -> moderate();
                }
                if (random.nextInt(3) == 0) {
                    compare();
                }
            }
            compare();
        }

        private SlidingInstance one() {
            return random.nextBoolean() ? first : second;
        }

        private SlidingInstance start(Duration ahead) {
            InstantSource clock = () -> now.plus(ahead);
            return new SlidingInstance(context, board, clock.withZone(ZoneOffset.UTC), ZoneOffset.UTC, committed);
        }

        @Override
        public void close() {
            first.close();
            second.close();
        }

        /** Of some days before and after. */
        private static Period some(Instant now) {
            var day = now.truncatedTo(ChronoUnit.DAYS);
            return new Period("some", day.minus(Duration.ofDays(4)), day.plus(Duration.ofDays(3)));
        }

        /** To some time of the next day, by both clocks. No day follows the last one of an edition. */
        private void midnight() {
            var midnight = first.time.startOf(first.time.today().plusDays(1));
            if (period.endsAt() == null || midnight.isBefore(period.endsAt())) {
                yesterday.clear();
                keys().forEach(key -> {
                    var shown = new HashMap<String, Score>();
                    model.ranking(key, DAY, first.fresh(period, partition(key)))
                            .all()
                            .forEach(score -> shown.put(score.member(), score));
                    yesterday.put(key, shown);
                });
            }
            var later = midnight.plusSeconds(random.nextInt(80_000));
            now = board.keeps(period, later.plus(APART)) ? later : now;
        }

        private void submit(int number) {
            var on = one();
            var submissions = Stream.generate(this::submission).limit(number).toList();
            var results = on.take(submissions);
            for (int i = 0; i < number; i++) {
                var submission = submissions.get(i);
                var key = submission.partition() == null ? "" : submission.partition();
                var before = model.partitions().contains(key) ? model.score(key, DAY, submission.member()) : null;
                boolean taken = model.take(
                        submission.partition(),
                        new Taken(submission.member(), DAY, submission.value(), submission.occurredAt()));
                assertThat(results.get(i).outcome()).isEqualTo(taken ? ScoreOutcome.APPLIED : ScoreOutcome.INVALID);
                if (taken) {
                    assertThat(results.get(i).before()).isEqualTo(before);
                    assertThat(results.get(i).score()).isEqualTo(model.score(key, DAY, submission.member()));
                    sent.add(submission);
                    rows(key).add(submission.member());
                    rows("").add(submission.member());
                }
            }
        }

        private Submission submission() {
            var at = now.minusSeconds(random.nextInt(400_000)).plusMillis(++made);
            var start = period.startsAt();
            var end = period.endsAt();
            if (start != null && end != null && !(at.isBefore(end) && at.isAfter(start))) {
                at = end.minusMillis(made);
            }
            return TestBoards.submission(
                    board,
                    period,
                    member(random.nextInt(members)),
                    board.partitioned() ? "p" + random.nextInt(2) : null,
                    board.operator() == Operator.SUM && random.nextInt(6) == 0 ? -1 : 10 * (1 + random.nextInt(4)),
                    "m-" + random.nextLong(),
                    at,
                    null);
        }

        /** Whatever has become of the member and its edition meanwhile. */
        private void repeat() {
            if (!sent.isEmpty()) {
                var again = sent.get(random.nextInt(sent.size()));
                assertThat(one().take(List.of(again)).getFirst().outcome()).isEqualTo(ScoreOutcome.DUPLICATE);
            }
        }

        private void moderate() {
            var on = one();
            var member = member(random.nextInt(members));
            var other = member(random.nextInt(members));
            var keys = keys();
            var key = keys.get(random.nextInt(keys.size()));
            switch (random.nextInt(7)) {
                case 0 -> {
                    on.moderation.hide(board, member);
                    model.hide(member);
                }
                case 1 -> {
                    on.moderation.show(board, member);
                    model.show(member);
                }
                case 2, 3 -> {
                    on.moderation.remove(on.edition(period, partition(key)), member);
                    model.remove(key, DAY, member);
                }
                case 4 -> rename(on, member, other);
                case 5 -> merge(on, member, other);
                default -> {
                    if (random.nextInt(3) == 0) {
                        on.moderation.reset(on.fresh(period, partition(key)));
                        model.reset(key, DAY);
                        (key.isEmpty() ? keys : List.of(key)).forEach(each -> {
                            yesterday.remove(each);
                            rows.remove(each);
                        });
                    }
                }
            }
        }

        /** Yesterday's ranks are the old name's, wherever that was. */
        private void rename(SlidingInstance on, String member, String to) {
            try {
                on.moderation.rename(board, member, to);
            } catch (Problem refused) {
                assertThat(refused.getMessage()).isNotEmpty();
                return;
            }
            model.rename(member, to);
            rows.forEach((key, names) -> {
                if (names.contains(member)) {
                    names.add(to);
                    var shown = yesterday.getOrDefault(key, new HashMap<>());
                    shown.remove(to);
                    var former = shown.remove(member);
                    if (former != null) {
                        shown.put(to, named(former, to));
                    }
                }
            });
        }

        private static Score named(Score score, String member) {
            return new Score(member, score.score(), score.reachedAt(), 0, null);
        }

        private void merge(SlidingInstance on, String member, String into) {
            try {
                on.moderation.merge(board, member, into);
            } catch (Problem refused) {
                assertThat(refused.getMessage()).isNotEmpty();
                return;
            }
            rows.forEach((key, names) -> {
                if (model.score(key, DAY, member) != null) {
                    names.add(into);
                }
            });
            model.merge(member, into);
        }

        private void lose() {
            var on = one();
            keys().forEach(key -> {
                if (random.nextBoolean()) {
                    on.live(on.fresh(period, partition(key))).clear();
                }
            });
        }

        /** An edition is built while scores come, or the build is broken off. */
        private void rebuildAmidScores() {
            var on = one();
            var keys = keys();
            var edition = on.fresh(period, partition(keys.get(random.nextInt(keys.size()))));
            on.rebuildAmid(edition, random, () -> {
                submit(1 + random.nextInt(4));
                moderate();
            });
        }

        private void compare() {
            var on = one();
            on.deliverAll(random);
            for (var key : keys()) {
                var edition = on.fresh(period, partition(key));
                if (!on.live(edition).complete()) {
                    on.repair.rebuild(on.repair.source(edition));
                }
                var expected = model.ranking(key, DAY, edition);
                RankingContract.compare(board, expected, on.ranking(Rules.uncompared(edition.edition())), random);
                assertThat(on.repair.drift(on.repair.source(edition)).none()).isTrue();
                if (board.comparesDays()) {
                    var formers = new FormerValues(
                            board,
                            edition.edition(),
                            yesterday.getOrDefault(key, Map.of()).values());
                    var entries =
                            on.ranking(edition.edition()).page(0, members, null).entries();
                    assertThat(entries).hasSize(expected.entries().size());
                    entries.forEach(entry -> formers.check(entry, expected.all()));
                }
            }
        }

        /** After a reset over all, a partition has no edition until its next score. */
        private List<String> keys() {
            return model.partitions().stream()
                    .filter(key -> key.isEmpty() || !rows(key).isEmpty())
                    .toList();
        }

        private Set<String> rows(String key) {
            return rows.computeIfAbsent(key, each -> new HashSet<>());
        }

        private static @Nullable String partition(String key) {
            return key.isEmpty() ? null : key;
        }

        private String member(int number) {
            return board.members() == Members.LEARNER ? Integer.toString(number + 1) : "m" + number + "-" + number % 3;
        }
    }

    private static BoardRule any(Random random) {
        var rule = TestBoards.any(random);
        int kept = random.nextInt(3) == 0 ? 1 + random.nextInt(8) : 0;
        var ranks = TestBoards.one(random, RankStyle.values());
        return Rules.with(
                rule,
                Map.of(
                        "cycle",
                        TestBoards.one(random, Cycle.NONE, Cycle.WEEK),
                        "resolution",
                        TestBoards.one(random, Duration.ofSeconds(1), Duration.ofMillis(1)),
                        "ranks",
                        ranks,
                        "maxScore",
                        2_000L,
                        "keep",
                        (long) kept,
                        "trend",
                        ranks == RankStyle.DENSE ? Trend.NONE : TestBoards.one(random, Trend.NONE, Trend.DAY),
                        "buckets",
                        TestBoards.one(random, List.of(), List.of("9", "20", "60"), List.of("0", "15"))));
    }
}
