package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.Outcome;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PostingResult;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class ActivitiesIntegrationTests {

    private static final Instant MARCH = Instant.parse("2017-03-10T04:00:00Z");
    private static final Instant APRIL = Instant.parse("2017-04-10T04:00:00Z");

    private final PointsTotals totals;
    private final Activities activities;
    private final Seasons seasons;
    private final BusinessTime time;
    private final JdbcClient jdbc;

    ActivitiesIntegrationTests(
            PointsTotals totals, Activities activities, Seasons seasons, BusinessTime time, JdbcClient jdbc) {
        this.totals = totals;
        this.activities = activities;
        this.seasons = seasons;
        this.time = time;
        this.jdbc = jdbc;
    }

    @Test
    void sixtyFourThreadsNeverGetMoreThanTheCap() throws InterruptedException {
        long learner = Learners.next();
        var season = seasons.at(MARCH);
        var posts = IntStream.range(0, 64)
                .<Callable<List<PostingResult>>>mapToObj(
                        i -> () -> activities.take(List.of(lesson(learner, "l" + i, MARCH.plusSeconds(i)))))
                .toList();

        try (var threads = Executors.newFixedThreadPool(64)) {
            var outcomes = threads.invokeAll(posts).stream()
                    .map(post -> post.resultNow().getFirst().outcome())
                    .toList();
            assertThat(outcomes).filteredOn(Outcome.AWARDED::equals).hasSize(5);
            assertThat(outcomes).filteredOn(Outcome.REFUSED::equals).hasSize(59);
        }

        assertThat(total(season, learner)).isEqualTo(50);
        assertThat(ledgerSum(season, learner)).isEqualTo(50);
    }

    @Test
    void threadsThatPostTheSameActivityPayItOnce() throws InterruptedException {
        long learner = Learners.next();
        Callable<List<PostingResult>> post = () -> activities.take(List.of(lesson(learner, "same", MARCH)));

        try (var threads = Executors.newFixedThreadPool(32)) {
            var outcomes = threads
                    .invokeAll(IntStream.range(0, 32).mapToObj(i -> post).toList())
                    .stream()
                    .map(each -> each.resultNow().getFirst().outcome())
                    .toList();
            assertThat(outcomes).filteredOn(Outcome.AWARDED::equals).hasSize(1);
            assertThat(outcomes).filteredOn(Outcome.DUPLICATE::equals).hasSize(31);
        }

        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
    }

    @Test
    void aBatchThatIsDeliveredTwiceCountsOnce() {
        long learner = Learners.next();
        var batch = List.of(lesson(learner, "a", MARCH), review(learner, "b", MARCH));

        assertThat(activities.take(batch)).extracting(PostingResult::outcome).containsOnly(Outcome.AWARDED);
        assertThat(activities.take(batch)).extracting(PostingResult::outcome).containsOnly(Outcome.DUPLICATE);

        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(20);
    }

    @Test
    void batchesInTheWrongOrderGiveTheSameTotals() {
        long learner = Learners.next();
        long other = Learners.next();
        var season = seasons.at(MARCH);

        for (var order : List.of(List.of(learner, 0, 1), List.of(other, 1, 0))) {
            long who = ((Number) order.getFirst()).longValue();
            for (var batch : order.subList(1, 3)) {
                var at = MARCH.plusSeconds(3_600L * ((Number) batch).intValue());
                activities.take(IntStream.range(0, 4)
                        .mapToObj(i -> lesson(who, batch + "-" + i, at.plusSeconds(i)))
                        .toList());
            }
        }

        assertThat(total(season, learner)).isEqualTo(50);
        assertThat(totals.of(season.id(), other).orElseThrow().points()).isEqualTo(50);
        assertThat(ledgerSum(season, other)).isEqualTo(50);
        // What comes out of order is reached when the latest paid one was.
        assertThat(totals.of(season.id(), other).orElseThrow().reachedAt()).isEqualTo(MARCH.plusSeconds(3_603));
    }

    @Test
    void theBusinessZoneDecidesTheSeason() {
        long learner = Learners.next();

        activities.take(List.of(
                review(learner, "last", Instant.parse("2017-03-31T15:59:59Z")),
                review(learner, "first", Instant.parse("2017-03-31T16:00:00Z"))));

        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
        assertThat(total(seasons.at(APRIL), learner)).isEqualTo(10);
    }

    @Test
    void afterTheSealAnActivityGoesToTheCurrentSeasonAndStaysKnown() {
        var may = Instant.parse(Months.next() + "-10T04:00:00Z");
        long learner = Learners.next();
        activities.take(List.of(lesson(learner, "in-time", may)));
        var sealed = seasons.at(may);
        seasons.seal(sealed.id());
        var late = List.of(lesson(learner, "in-time", may), lesson(learner, "late", may.plusSeconds(1)));

        assertThat(activities.take(late))
                .extracting(PostingResult::outcome)
                .containsExactly(Outcome.DUPLICATE, Outcome.LATE);
        assertThat(activities.take(late)).extracting(PostingResult::outcome).containsOnly(Outcome.DUPLICATE);

        assertThat(total(sealed, learner)).isEqualTo(10);
        assertThat(total(seasons.current(), learner)).isEqualTo(10);
        assertThat(totals.of(seasons.current().id(), learner).orElseThrow().reachedAt())
                .isAfter(seasons.current().startsAt());
    }

    @Test
    void theSameSourceIdOfTwoSeasonsIsTwoActivitiesHoweverLateTheyCome() {
        long learner = Learners.next();
        var august = lesson(learner, "lesson-7", Instant.parse(Months.next() + "-10T04:00:00Z"));
        var september = lesson(learner, "lesson-7", Instant.parse(Months.next() + "-10T04:00:00Z"));
        var today = lesson(learner, "lesson-7", time.now());
        Stream.of(august, september)
                .forEach(each -> seasons.seal(seasons.at(each.occurredAt()).id()));

        for (var outcome : List.of(Outcome.LATE, Outcome.DUPLICATE)) {
            assertThat(Stream.of(august, september).map(each -> activities.take(List.of(each))))
                    .flatExtracting(results -> results)
                    .extracting(PostingResult::outcome)
                    .containsExactly(outcome, outcome);
        }
        assertThat(activities.take(List.of(today, today, august)))
                .extracting(PostingResult::outcome)
                .containsExactly(Outcome.AWARDED, Outcome.DUPLICATE, Outcome.DUPLICATE);

        assertThat(total(seasons.current(), learner)).isEqualTo(30);
        assertThat(ledgerSum(seasons.current(), learner)).isEqualTo(30);
    }

    @Test
    void sourceIdsThatDifferInCaseAccentOrBlanksAreDifferentActivities() {
        long learner = Learners.next();

        for (var sourceId : List.of("e", "E", "é", "e b")) {
            assertThat(activities.take(List.of(review(learner, sourceId, MARCH))))
                    .extracting(PostingResult::outcome)
                    .containsExactly(Outcome.AWARDED);
        }
    }

    @Test
    void anySourceIdIsRecognizedAgain() {
        long learner = Learners.next();

        for (var sourceId : List.of("a\u0000b", "a\u0001b", "a\\b", "a\"b", "a\nb", "😀", "?")) {
            assertThat(IntStream.range(0, 2).mapToObj(i -> activities.take(List.of(review(learner, sourceId, MARCH)))))
                    .flatExtracting(results -> results)
                    .extracting(PostingResult::outcome)
                    .containsExactly(Outcome.AWARDED, Outcome.DUPLICATE);
        }
    }

    @Test
    void halfACharacterIsInvalid() {
        var half = "\uD83D";

        assertThat(activities.take(
                        List.of(review(Learners.next(), half, MARCH), new Activity(Learners.next(), half, "a", MARCH))))
                .extracting(PostingResult::outcome)
                .containsOnly(Outcome.INVALID);
    }

    @Test
    void aBlankAtTheEndOfASourceIdIsNotMistakenForAnotherActivity() {
        long learner = Learners.next();
        activities.take(List.of(review(learner, "a", MARCH)));

        assertThat(activities.take(List.of(review(learner, "a ", MARCH), review(learner, " a", MARCH))))
                .extracting(PostingResult::outcome)
                .containsOnly(Outcome.INVALID);
        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
    }

    @Test
    void timesBeyondAnyCalendarAreInvalid() {
        long learner = Learners.next();

        assertThat(activities.take(List.of(
                        review(learner, "a", Instant.MIN),
                        review(learner, "b", Instant.MAX),
                        new Activity(learner, Activity.SIGN_IN, "2026-01-01", Instant.MIN))))
                .extracting(PostingResult::outcome)
                .containsOnly(Outcome.INVALID);
    }

    private long total(Season season, long learner) {
        return totals.of(season.id(), learner).orElseThrow().points();
    }

    private long ledgerSum(Season season, long learner) {
        return jdbc.sql("SELECT SUM(points) FROM points_record_%d WHERE user_id = ?".formatted(season.id()))
                .param(learner)
                .query(Long.class)
                .single();
    }

    private static Activity lesson(long learner, String sourceId, Instant at) {
        return new Activity(learner, "LESSON", sourceId, at);
    }

    private static Activity review(long learner, String sourceId, Instant at) {
        return new Activity(learner, "REVIEW", sourceId, at);
    }
}
