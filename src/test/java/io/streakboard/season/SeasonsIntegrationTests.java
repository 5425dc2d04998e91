package io.streakboard.season;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;

import io.streakboard.season.SeasonTable.PlannedSeason;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Months;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@IntegrationTest
class SeasonsIntegrationTests {

    private final Api api;
    private final SeasonTable table;
    private final SeasonPlan plan;
    private final SeasonOpener opener;
    private final HoldTable holds;
    private final BusinessTime time;
    private final SeasonTransitions transitions;
    private final SeasonTemplate template;
    private final Seasons seasons;

    SeasonsIntegrationTests(
            Api api,
            SeasonTable table,
            SeasonPlan plan,
            SeasonOpener opener,
            HoldTable holds,
            BusinessTime time,
            SeasonTransitions transitions,
            SeasonTemplate template,
            Seasons seasons) {
        this.api = api;
        this.table = table;
        this.plan = plan;
        this.opener = opener;
        this.holds = holds;
        this.time = time;
        this.transitions = transitions;
        this.template = template;
        this.seasons = seasons;
    }

    /** A reader is slow: it has read the seasons before a change, and keeps them after it. */
    @Test
    void aReadBeforeAChangeIsNotShownAfterIt() throws InterruptedException {
        long id = api.admin()
                .post("/api/seasons", Map.of("name", "Before", "firstDay", "2047-03-10", "lastDay", "2047-04-09"))
                .has(201)
                .at("/id")
                .asLong();
        var read = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var slow = spy(table);
        doAnswer(reading -> {
                    var all = reading.callRealMethod();
                    read.countDown();
                    goOn.await();
                    return all;
                })
                .doCallRealMethod()
                .when(slow)
                .all();
        var seasons = new Seasons(slow, plan, opener, holds, time, transitions);
        var reader = Thread.startVirtualThread(() -> seasons.byId(id));
        read.await();

        plan.rename(id, "After");
        seasons.advance();
        goOn.countDown();
        reader.join();

        assertThat(seasons.byId(id).name()).isEqualTo("After");
        plan.withdraw(id);
    }

    @Test
    void postsOpenNoMoreSeasonsOfThePastThanMayBeUnsettledAtOnceAndHoldsTakeNoneOfTheirRoom() {
        long before = table.entries().stream()
                .filter(season -> !season.isSettled() && !season.imported())
                .filter(season -> !season.span().end().isAfter(time.now()))
                .count();
        var bound = new SeasonPlan(table, properties((int) before + 2), time);
        var opener = new SeasonOpener(bound, table, template, properties((int) before + 2), time, transitions);
        var seasons = new Seasons(table, bound, opener, holds, time, transitions);
        var months = Stream.generate(Months::next).limit(4).collect(toSet());
        var others = Stream.generate(Months::next).limit(4).toList();

        var held = new SeasonHolds(holds, table, bound, opener, time).hold(months, "a long file", "a test", null);

        assertThat(held).hasSize(4);
        assertThat(months.stream().map(month -> seasons.open(Instant.parse(month + "-15T00:00:00Z"))))
                .allMatch(Optional::isPresent);
        assertThat(others.stream()
                        .map(month -> seasons.open(Instant.parse(month + "-15T00:00:00Z")))
                        .map(Optional::isPresent))
                .containsExactly(true, true, false, false);
        assertThatExceptionOfType(SeasonNotFound.class)
                .isThrownBy(() -> seasons.at(Instant.parse(others.get(3) + "-15T00:00:00Z")));
        assertThat(seasons.open(time.now())).as("of the present").isPresent();
        assertThat(this.seasons.open(Instant.parse(others.get(2) + "-15T00:00:00Z")))
                .isPresent();
        holds.release("a long file");
    }

    @Test
    void plannedSeasonsWithoutHoldsAreWithdrawn() {
        var month = Months.next();
        var service = new SeasonHolds(holds, table, plan, opener, time);
        service.hold(Set.of(month), "one file", "a test", null);
        service.hold(Set.of(month), "another file", "a test", null);

        service.release("one file");
        assertThat(plan.seasonsOf(Set.of(month))).hasSize(1);
        service.release("another file");
        assertThat(plan.seasonsOf(Set.of(month))).isEmpty();
    }

    @Test
    void anOwnerOfAHoldWaitsForOpenSeasonsWithoutHolds() {
        var open = LongStream.rangeClosed(1, 3)
                .mapToObj(id -> new PlannedSeason(
                        id, "season " + id, new TimeSpan(Instant.EPOCH, Instant.EPOCH.plusSeconds(1)), "ENDED", true))
                .toList();

        assertThat(SeasonHolds.blocking(open, Set.of(), 4)).as("room").isEmpty();
        assertThat(SeasonHolds.blocking(open, Set.of(2L), 3)).containsExactly("season 1", "season 3");
        assertThat(SeasonHolds.blocking(open, Set.of(1L, 2L, 3L), 3))
                .as("all are held, perhaps by owners that wait as well")
                .isEmpty();
    }

    private static SeasonProperties properties(int maxOpenPastSeasons) {
        return new SeasonProperties(
                YearMonth.of(1970, 1),
                maxOpenPastSeasons,
                2,
                Duration.ofMinutes(10),
                Duration.ofDays(1),
                Duration.ofHours(1),
                Duration.ofSeconds(2),
                null);
    }
}
