package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.points.Adjustments.Request;
import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The laws of {@link LedgerLawsTests} on real servers, with batches that come side by side. */
@IntegrationTest
class LedgerLawsIntegrationTests {

    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
    private static final int AT_ONCE = 4;

    private final PointsLedger ledger;
    private final Adjustments adjustments;
    private final PointsTotals totals;
    private final PointsSums kept;
    private final Seasons seasons;
    private final JdbcClient jdbc;
    private final Api api;

    LedgerLawsIntegrationTests(
            PointsLedger ledger,
            Adjustments adjustments,
            PointsTotals totals,
            PointsSums kept,
            Seasons seasons,
            JdbcClient jdbc,
            Api api) {
        this.ledger = ledger;
        this.adjustments = adjustments;
        this.totals = totals;
        this.kept = kept;
        this.seasons = seasons;
        this.jdbc = jdbc;
        this.api = api;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void ledgersTotalsAndBoardsAgreeWhateverLearnersDoAndHoweverItComes(int seed) throws InterruptedException {
        var random = new Random(seed);
        var month = Months.next(2).plusMonths(1);
        var learners = LongStream.range(0, Deeds.LEARNERS)
                .mapToObj(any -> Learners.next())
                .toList();
        var deeds = deeds(month, random).by(number -> learners.get(number.intValue() - 1));
        var before =
                seasons.at(month.minusMonths(1).atDay(15).atStartOfDay(ZONE).toInstant());
        var after = seasons.at(month.atDay(15).atStartOfDay(ZONE).toInstant());
        var current = seasons.current();
        var next = seasons.at(current.endsAt());

        var batches = deeds.delivered(random);
        deliver(batches.subList(0, batches.size() / 2), List.of(current));
        seasons.seal(after.id());
        deliver(deeds.delivered(random), List.of(current, next));
        for (long learner : learners) {
            adjustments.adjust(new Request(learner, random.nextInt(-40, 40), "because", "laws-" + learner, "1"));
        }

        var ledgers = Stream.of(before, after, current, next)
                .map(season -> "SELECT * FROM points_record_" + season.id())
                .collect(Collectors.joining(" UNION ALL ", "(", ") AS ledgers"));
        assertThat(paid(ledgers, learners)).isEqualTo(deeds.worth());
        assertThat(sources(ledgers, learners)).hasSameSizeAs(deeds.claims()).doesNotHaveDuplicates();
        assertThat(kept.of(before.id())).isEqualTo(totals.sum(before.id()));
        assertThat(kept.of(after.id())).isEqualTo(totals.sum(after.id()));
        for (var season : List.of(before, after, current, next)) {
            var sums = ledgerSums(season, learners);
            assertThat(withPoints(totals(season, learners))).isEqualTo(withPoints(sums));
            assertThat(sums.values()).allMatch(points -> points >= 0);
            await().untilAsserted(() -> assertThat(board(season, learners)).isEqualTo(withPoints(sums)));
        }
    }

    private static Deeds deeds(YearMonth month, Random random) {
        JqwikSession.start();
        try {
            return Deeds.around(ZONE, List.of(month.atDay(1), month.atDay(2)))
                    .generator(1000)
                    .next(random)
                    .value();
        } finally {
            JqwikSession.finish();
        }
    }

    /** As instances do whose clocks differ about the current season. */
    private void deliver(List<List<Claim>> batches, List<Season> currents) throws InterruptedException {
        var deliveries = new ArrayList<Callable<List<PostingResult>>>();
        for (var batch : batches) {
            var current = currents.get(deliveries.size() % currents.size());
            deliveries.add(() -> ledger.post(batch, () -> current));
        }
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            threads.invokeAll(deliveries).forEach(Future::resultNow);
        }
    }

    private Map<DayOfType, Long> paid(String ledgers, List<Long> learners) {
        var paid = new HashMap<DayOfType, Long>();
        jdbc.sql("SELECT user_id, day, type, SUM(points) FROM " + ledgers
                        + " WHERE user_id IN (:learners) AND type <> 'ADJUSTMENT' GROUP BY user_id, day, type")
                .param("learners", learners)
                .query(row -> {
                    var day = new DayOfType(row.getLong(1), row.getObject(2, LocalDate.class), row.getString(3));
                    paid.put(day, row.getLong(4));
                });
        return paid;
    }

    private List<PostingKey> sources(String ledgers, List<Long> learners) {
        return jdbc.sql("SELECT home_season, user_id, type, source_id FROM " + ledgers
                        + " WHERE user_id IN (:learners) AND type <> 'ADJUSTMENT'")
                .param("learners", learners)
                .query((row, number) ->
                        new PostingKey(row.getLong(1), row.getLong(2), row.getString(3), row.getString(4)))
                .list();
    }

    private Map<Long, Long> ledgerSums(Season season, List<Long> learners) {
        var sums = new HashMap<Long, Long>();
        jdbc.sql("SELECT user_id, SUM(points) FROM points_record_" + season.id()
                        + " WHERE user_id IN (:learners) GROUP BY user_id")
                .param("learners", learners)
                .query(row -> {
                    sums.put(row.getLong(1), row.getLong(2));
                });
        return sums;
    }

    private Map<Long, Long> totals(Season season, List<Long> learners) {
        return learners.stream()
                .flatMap(learner -> totals.of(season.id(), learner).stream())
                .collect(Collectors.toMap(Total::learner, Total::points));
    }

    private static Map<Long, Long> withPoints(Map<Long, Long> sums) {
        return sums.entrySet().stream()
                .filter(sum -> sum.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Map<Long, Long> board(Season season, List<Long> learners) {
        var ids = learners.stream().map(String::valueOf).collect(Collectors.joining(","));
        return api
                .learner(learners.getFirst())
                .get("/api/boards/points/members?season=" + season.id() + "&ids=" + ids)
                .has(200)
                .list("items")
                .stream()
                .collect(Collectors.toMap(
                        item -> item.path("member").asLong(),
                        item -> item.path("score").asLong()));
    }
}
