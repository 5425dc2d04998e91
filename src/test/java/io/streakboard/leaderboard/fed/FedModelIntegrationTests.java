package io.streakboard.leaderboard.fed;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.From;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Scores;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.editions.FillTable.Fill;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.points.Claim;
import io.streakboard.support.HeldJobs;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Seeds;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/**
 * Random awards: late ones, into sealed seasons too, grants and deductions, repeated and out of order, of learners who
 * are deleted, on two instances, with boards that are made amid them, kills while they are filled, losses in Redis and
 * members that are counted anew. Each kept edition shows the sums over the rows of the ledgers.
 */
@IntegrationTest
@TestPropertySource(properties = "streakboard.board.check-interval=1d") // its own databases: its seasons lie ahead
@DirtiesContext
class FedModelIntegrationTests {

    private static final int STEPS = 70;
    private static final int LEARNERS = 8;
    private static final Duration APART = Duration.ofSeconds(2);
    private static final List<Claim> KINDS = List.of(
            new Claim(0, "LESSON", "", Instant.EPOCH, 10, 50),
            new Claim(0, "QUESTION", "", Instant.EPOCH, 5, 20),
            new Claim(0, "SIGN_IN", "", Instant.EPOCH, 20),
            new Claim(0, Claim.SEASON_REWARD, "", Instant.EPOCH, 500),
            new Claim(0, Claim.BOARD_PRIZE, "", Instant.EPOCH, 70));
    private static final Set<String> PRIZES = Set.of(Claim.SEASON_REWARD, Claim.BOARD_PRIZE);

    private static final AtomicInteger RUNS = new AtomicInteger();

    /** A row of a ledger, as it stands there. */
    private record LedgerRow(long learner, String type, int points, Instant occurredAt) {}

    private final ApplicationContext context;
    private final JdbcClient jdbc;
    private Instant now = Instant.MIN;
    private @Nullable HeldJobs held;

    FedModelIntegrationTests(ApplicationContext context, JdbcClient jdbc) {
        this.context = context;
        this.jdbc = jdbc;
    }

    /**
     * To the shared application, which has another time, the boards were taken out: it would forget their fills, and
     * keep their editions as boards that were taken out.
     */
    @BeforeEach
    void keepTheSharedApplicationOut() {
        held = new HeldJobs(
                context.getBean(ExtensibleLockProvider.class),
                "fill-boards",
                "slide-boards",
                "restore-editions",
                "compare-editions");
    }

    @AfterEach
    void letItIn() {
        jdbc.sql("UPDATE season SET state = 'UPCOMING' WHERE state = 'SETTLING' AND starts_at > '2040-01-01'")
                .update();
        Objects.requireNonNull(held).close();
    }

    static List<Long> seeds() {
        return Seeds.some(2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyEditionEqualsTheSumsOverTheLedger(long seed) {
        try (var run = new Run(seed)) {
            run.go();
        }
    }

    private final class Run implements AutoCloseable {

        private final long seed;
        private final Random random;
        private final ZoneId zone;
        private final List<BoardRule> planned;
        private final List<BoardRule> boards = new ArrayList<>();
        private final List<Long> learners =
                Stream.generate(Learners::next).limit(LEARNERS).toList();
        private final Set<Long> deleted = new HashSet<>();
        private final List<Object> committed = Collections.synchronizedList(new ArrayList<>());
        private FedInstance first;
        private FedInstance second;
        private int claims;
        private int compared;
        private int members;

        Run(long seed) {
            this.seed = seed;
            random = new Random(seed);
            zone = ZoneId.of("Asia/Shanghai");
            int run = RUNS.incrementAndGet();
            now = LocalDate.of(2040 + run, 3, 31).atTime(15, 0).atZone(zone).toInstant();
            planned = new ArrayList<>(boards("fed-" + seed + "-" + run));
            Collections.shuffle(planned, random);
            for (int i = 0; i < 3; i++) {
                boards.add(planned.removeLast());
            }
            first = start(Duration.ZERO);
            second = start(APART);
        }

        private List<BoardRule> boards(String prefix) {
            return List.of(
                    fed(prefix + "-day", Cycle.DAY, From.POINTS),
                    fed(prefix + "-lessons", Cycle.DAY, From.COUNT, "LESSON"),
                    fed(prefix + "-week", Cycle.WEEK, From.POINTS, "QUESTION", "LESSON"),
                    fed(prefix + "-month", Cycle.MONTH, From.COUNT),
                    fed(prefix + "-season", Cycle.SEASON, From.POINTS),
                    Rules.with(fed(prefix + "-sliding", Cycle.SLIDING, From.POINTS), Map.of("days", 3)),
                    Rules.with(fed(prefix + "-quiz", Cycle.SLIDING, From.COUNT, "QUESTION"), Map.of("days", 5)),
                    Rules.with(
                            fed(prefix + "-cup", Cycle.NONE, From.POINTS, "LESSON", "SIGN_IN"),
                            Map.of(
                                    "startsAt",
                                    now.minus(Duration.ofHours(30)),
                                    "endsAt",
                                    now.plus(Duration.ofHours(100)))));
        }

        private BoardRule fed(String name, Cycle cycle, From from, String... types) {
            return Rules.with(
                    Rules.BASE,
                    Map.of(
                            "name",
                            name,
                            "cycle",
                            cycle,
                            "members",
                            Members.LEARNER,
                            "maxScore",
                            1_000_000L,
                            "retention",
                            Duration.ofHours(30),
                            "buckets",
                            random.nextInt(3) == 0 ? List.of("20", "60") : List.of(),
                            "scores",
                            new Scores(from, List.of(types))));
        }

        void go() {
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(17)) {
                    case 0, 1, 2, 3, 4 -> earn();
                    case 5, 6, 7 -> deliverSome();
                    case 8 -> now = now.plusSeconds(random.nextInt(60_000));
                    case 9 -> take();
                    case 10 -> restart();
                    case 11 -> addBoard();
                    case 12, 13 -> fill(1 + random.nextInt(3));
                    case 14 -> deleteOrSeal();
                    case 15 -> countAnew();
                    default -> lose();
                }
                if (random.nextInt(6) == 0) {
                    compare();
                }
            }
            while (!planned.isEmpty()) {
                addBoard();
            }
            earn();
            compare();
            assertThat(compared).isPositive();
            assertThat(members).isPositive();
        }

        private FedInstance one() {
            return random.nextBoolean() ? first : second;
        }

        private FedInstance start(Duration ahead) {
            InstantSource clock = () -> now.plus(ahead);
            return new FedInstance(context, List.copyOf(boards), clock.withZone(ZoneOffset.UTC), zone, committed);
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

        /** All instances know a board before the fill begins to read. */
        private void addBoard() {
            if (!planned.isEmpty()) {
                boards.add(planned.removeLast());
                restart();
                one().fillJob.fill(boards.getLast(), 1, 1);
                now = now.plus(FillJob.NOTICE);
            }
        }

        private void earn() {
            var some =
                    Stream.generate(this::claim).limit(1 + random.nextInt(10)).toList();
            one().ledger.post(some);
        }

        private Claim claim() {
            var kind = KINDS.get(random.nextInt(KINDS.size()));
            var late = random.nextInt(3) == 0
                    ? Duration.ofMinutes(random.nextInt(8 * 24 * 60))
                    : Duration.ofSeconds(random.nextInt(3_600));
            return new Claim(
                    learners.get(random.nextInt(LEARNERS)),
                    kind.type(),
                    (random.nextInt(5) == 0 ? "a blank and a very long text ".repeat(3) : "s-") + ++claims,
                    now.minus(late).plusNanos(random.nextInt(1_000_000_000)),
                    kind.points(),
                    kind.dailyCap());
        }

        /** An admin takes what a learner has in the season: more than in the day or week. */
        private void take() {
            long learner = learners.get(random.nextInt(LEARNERS));
            if (!deleted.contains(learner)) {
                one().adjustments.takeAll(learner, "because", "1");
            }
        }

        private void deleteOrSeal() {
            if (random.nextInt(2) == 0) {
                sealTheSeasonBefore();
            } else if (deleted.size() < LEARNERS / 2) {
                long learner = learners.get(random.nextInt(LEARNERS));
                deleted.add(learner);
                jdbc.sql("INSERT IGNORE INTO learner_deleted (user_id, deleted_at) VALUES (?, ?)")
                        .params(learner, Utc.column(now))
                        .update();
                one().deliver(new LearnerDeleted(learner, null));
                if (random.nextBoolean()) {
                    deliverAll(); // the second comes when all under way has ended
                    one().deliver(new LearnerDeleted(learner, null));
                }
            }
        }

        /** The clock of the shared application is behind, so it does not end the season by itself. */
        private void sealTheSeasonBefore() {
            first.seasons
                    .before(first.seasons.current())
                    .ifPresent(season -> jdbc.sql("UPDATE season SET state = 'SETTLING' WHERE id = ? AND starts_at > ?")
                            .params(season.id(), Utc.column(now.minus(Duration.ofDays(70))))
                            .update());
        }

        private void fill(int pages) {
            for (var board : boards) {
                var on = one();
                var before = on.fills.find(board).map(Fill::position);
                on.fillJob.fill(board, pages, 1 + random.nextInt(7));
                if (random.nextInt(4) == 0) {
                    crashBeforeThePositionIsStored(board, before.orElse(null));
                }
            }
        }

        /** The scores of the last pages are written, and their position is not. */
        private void crashBeforeThePositionIsStored(BoardRule board, @Nullable String position) {
            jdbc.sql("UPDATE board_fill SET position = ?, done_at = NULL WHERE board = ?")
                    .param(position)
                    .param(board.name())
                    .update();
            restart();
        }

        private void deliverSome() {
            for (int i = random.nextInt(committed.size() + 1); i > 0; i--) {
                deliver(random.nextInt(committed.size()));
            }
        }

        /** Delivers an event, and may keep it for another delivery. */
        private void deliver(int index) {
            var event = random.nextInt(4) == 0 ? committed.get(index) : committed.remove(index);
            one().deliver(event);
        }

        private void deliverAll() {
            while (!committed.isEmpty()) {
                deliver(random.nextInt(committed.size()));
            }
        }

        private void lose() {
            var on = one();
            for (var board : boards) {
                for (var edition : on.editions.page(board, Long.MAX_VALUE, 3)) {
                    on.live.of(edition.edition()).clear();
                }
            }
        }

        /** As where a comparison has found a difference in the book of scores. */
        private void countAnew() {
            var board = boards.get(random.nextInt(boards.size()));
            var on = one();
            var kept = on.editions.page(board, Long.MAX_VALUE, 5);
            if (!kept.isEmpty() && on.fills.find(board).isPresent()) {
                var edition = kept.get(random.nextInt(kept.size()));
                on.moderation.takeBack(edition, Long.toString(learners.get(random.nextInt(LEARNERS))));
                one().fills.restart(board);
            }
        }

        private void compare() {
            deliverAll();
            for (var board : boards) {
                for (int i = 0; i < 10_000 && !isFilled(board); i++) {
                    one().fillJob.fill(board, 100, 50);
                    now = now.plus(FillJob.NOTICE).plus(APART);
                }
                assertThat(isFilled(board)).isTrue();
            }
            deliverAll();
            var rows = rows();
            boards.forEach(board -> compare(board, rows));
        }

        private boolean isFilled(BoardRule board) {
            return first.fills.find(board).filter(Fill::done).isPresent();
        }

        private void compare(BoardRule board, List<LedgerRow> rows) {
            var on = one();
            if (board.slides()) {
                on.editions.slide(board);
            }
            var from = on.fills.find(board).orElseThrow().from();
            for (var edition : on.editions.page(board, Long.MAX_VALUE, 100)) {
                var start = start(board, edition);
                if (board.keeps(edition.period(), now.plus(APART))
                        && (from == null || start != null && !start.isBefore(from))) {
                    compare(on, edition, expected(edition, start, rows));
                }
            }
        }

        private void compare(FedInstance on, StoredEdition edition, Map<String, Long> expected) {
            var source = on.sources.of(edition);
            if (!on.repair.isComplete(source) || random.nextInt(5) == 0) {
                on.repair.rebuild(source);
            }
            var shown = on.live.ranking(edition.edition()).page(0, LEARNERS, null).entries().stream()
                    .collect(toMap(Entry::member, Entry::score));
            assertThat(shown)
                    .as("seed %d, %s, %s", seed, edition.edition().name(), now)
                    .isEqualTo(expected);
            assertThat(on.repair.drift(source))
                    .satisfies(drift -> assertThat(drift.none()).as("%s", drift).isTrue());
            compared++;
            members += expected.size();
        }

        private @Nullable Instant start(BoardRule board, StoredEdition edition) {
            var last = edition.lastDay();
            return last == null
                    ? edition.period().startsAt()
                    : last.minusDays(board.days() - 1).atStartOfDay(zone).toInstant();
        }

        private Map<String, Long> expected(StoredEdition edition, @Nullable Instant start, List<LedgerRow> rows) {
            var board = edition.board();
            var end = edition.period().endsAt();
            var sums = new HashMap<String, Long>();
            for (var row : rows) {
                if ((start == null || !row.occurredAt().isBefore(start))
                        && (end == null || row.occurredAt().isBefore(end))
                        && counts(board, row)) {
                    sums.merge(
                            Long.toString(row.learner()),
                            Objects.requireNonNull(board.scores()).from() == From.POINTS ? row.points() : 1L,
                            Long::sum);
                }
            }
            sums.values().removeIf(sum -> sum <= 0);
            return sums;
        }

        private boolean counts(BoardRule board, LedgerRow row) {
            var types = Objects.requireNonNull(board.scores()).types();
            return row.points() != 0
                    && !deleted.contains(row.learner())
                    && (types.isEmpty()
                            ? !PRIZES.contains(row.type())
                                    && (Objects.requireNonNull(board.scores()).from() == From.POINTS
                                            || !row.type().equals(Claim.ADJUSTMENT))
                            : types.contains(row.type()));
        }

        private List<LedgerRow> rows() {
            var rows = new ArrayList<LedgerRow>();
            first.seasons.newestFirst().stream()
                    .filter(season -> season.endsAt().isAfter(now.minus(200, ChronoUnit.DAYS)))
                    .filter(season -> season.startsAt().isBefore(now.plus(50, ChronoUnit.DAYS)))
                    .forEach(season -> jdbc.sql("SELECT user_id, type, points, occurred_at FROM points_record_"
                                    + season.id() + " WHERE user_id IN (:learners)")
                            .param("learners", learners)
                            .query(row -> {
                                rows.add(new LedgerRow(
                                        row.getLong(1),
                                        row.getString(2),
                                        row.getInt(3),
                                        Utc.instant(row, "occurred_at")));
                            }));
            return rows;
        }
    }
}
