package io.streakboard.season;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Season.State;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Months;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class SeasonHoldsIntegrationTests {

    private final SeasonHolds holds;
    private final Seasons seasons;
    private final Api api;
    private final JdbcClient jdbc;
    private final BusinessTime time;
    private final TransactionTemplate transactions;

    SeasonHoldsIntegrationTests(
            SeasonHolds holds,
            Seasons seasons,
            Api api,
            JdbcClient jdbc,
            BusinessTime time,
            TransactionTemplate transactions) {
        this.holds = holds;
        this.seasons = seasons;
        this.api = api;
        this.jdbc = jdbc;
        this.time = time;
        this.transactions = transactions;
    }

    @Test
    void anAdminSeesTheHoldsOfASeasonAndCanOnlyReleaseThem() {
        var month = Months.next();
        hold(month, "import 7", null);

        var waiting = settle(month);

        assertThat(waiting.at("/season/state").asString()).isEqualTo("ENDED");
        assertThat(waiting.at("/season/held").asBoolean()).isTrue();
        assertThat(waiting.each("holds", "owner")).containsExactly("import 7");
        assertThat(waiting.each("holds", "reason")).containsExactly("a test");
        assertThat(waiting.at("/holds/0/until").isNull()).isTrue();
        assertThat(waiting.at("/steps/0/detail").asString()).isEqualTo("waits for import 7 (a test)");
        assertThat(heldInTheList(month)).isTrue();

        var released = api.admin()
                .actuate("/seasons/" + month, Map.of("action", "release"))
                .has(200);

        assertThat(released.at("/holds")).isEmpty();
        assertThat(heldInTheList(month)).isFalse();
        awaitSettled(month);
    }

    /** Owners are told apart to the letter. */
    @Test
    void aSeasonIsOpenedAndHeldAtOnceAndStaysSoUntilTheLastOwnerReleasesIt() {
        var month = Months.next();
        assertThat(hold(month, "sync", null)).hasSize(1);
        hold(month, "Sync", null);
        var season = at(month);

        holds.release("sync");
        assertThat(settle(month).at("/season/state").asString()).isEqualTo("ENDED");
        assertThat(seasons.holds(season.id())).extracting(Hold::owner).containsExactly("Sync");

        holds.release("Sync");
        awaitSettled(month);
    }

    /** Only posts open months, for which somebody waits. */
    @Test
    void preparedMonthsAreNotPlannedAgainOnceTheirOwnerHasGivenUp() {
        var first = Months.next(4);
        var last = first.plusMonths(3);
        var given = Set.of(first, first.plusMonths(1), first.plusMonths(2));
        holds.hold(given, "given up", "a test", null);
        holds.prepare("given up", Integer.MAX_VALUE);
        holds.release("given up");

        holds.hold(Set.of(last), "next", "a test", null);
        holds.prepare("next", Integer.MAX_VALUE);

        await().until(() -> count("name = '%s' AND state <> 'PLANNED'".formatted(last)) == 1);
        given.forEach(month -> assertThat(count("name = '%s' AND NOT imported".formatted(month)))
                .isZero());
        holds.release("next");
    }

    private long count(String condition) {
        return jdbc.sql("SELECT COUNT(*) FROM season WHERE " + condition)
                .query(Long.class)
                .single();
    }

    @Test
    void aSealedSeasonCannotBeHeld() {
        var month = Months.next();
        var season = at(month);
        assertThat(seasons.seal(season.id())).isEmpty();

        assertThat(hold(month, "too late", null)).isEmpty();
        assertThat(seasons.holds(season.id())).isEmpty();
    }

    @Test
    void aMonthThatCannotHaveASeasonIsLeftOut() {
        assertThat(hold(YearMonth.of(1969, 12), "too early", null)).isEmpty();
        assertThat(hold(YearMonth.of(2999, 1), "too late", null)).isEmpty();
    }

    @Test
    void aHoldLapsesUnlessItIsRenewed() {
        var month = Months.next(3);
        var next = month.plusMonths(1);
        var third = month.plusMonths(2);
        hold(month, "course 1", time.now().minusMillis(1));
        hold(next, "course 2", time.now().plus(Duration.ofHours(1)));
        hold(third, "course 3", time.now().minusMillis(1));
        assertThat(holds.renew("course 3", time.now().plus(Duration.ofHours(1))))
                .hasSize(1);

        awaitSettled(month);
        for (var held : List.of(next, third)) {
            assertThat(settle(held).at("/season/state").asString()).isEqualTo("ENDED");
        }
        assertThat(holds.renew("course 1", time.now().plus(Duration.ofHours(1))))
                .isEmpty();
        holds.release("course 2");
        holds.release("course 3");
    }

    @Test
    void theSealWaitsForAHoldThatIsBeingPlaced() throws Exception {
        var month = Months.next();
        var season = at(month);
        var placed = new CountDownLatch(1);
        var commit = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var hold = threads.submit(() -> transactions.executeWithoutResult(status -> {
                hold(month, "in time", null);
                placed.countDown();
                pass(commit);
            }));
            placed.await();
            var seal = threads.submit(() -> seasons.seal(season.id()));
            awaitLockWait();
            commit.countDown();

            hold.get();
            assertThat(seal.get()).extracting(Hold::owner).containsExactly("in time");
        }
        assertThat(seasons.byId(season.id()).state()).isEqualTo(State.ENDED);
        holds.release("in time");
    }

    @Test
    void aHoldWaitsForTheSealAndLearnsOfIt() throws Exception {
        var month = Months.next();
        var season = at(month);
        var sealed = new CountDownLatch(1);
        var commit = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var seal = threads.submit(() -> transactions.executeWithoutResult(status -> {
                seasons.seal(season.id());
                sealed.countDown();
                pass(commit);
            }));
            sealed.await();
            var hold = threads.submit(() -> hold(month, "too late", null));
            awaitLockWait();
            commit.countDown();

            seal.get();
            assertThat(hold.get()).isEmpty();
        }
        assertThat(seasons.holds(season.id())).isEmpty();
    }

    private Set<Long> hold(YearMonth month, String owner, @Nullable Instant until) {
        return holds.hold(Set.of(month), owner, "a test", until);
    }

    private Season at(YearMonth month) {
        return seasons.at(Instant.parse(month + "-10T04:00:00Z"));
    }

    private Answer settle(YearMonth month) {
        at(month); // it is not found before its tables exist
        return api.admin()
                .actuate("/seasons/" + month, Map.of("action", "settle"))
                .has(200);
    }

    private void awaitSettled(YearMonth month) {
        at(month);
        api.settle(month);
    }

    private boolean heldInTheList(YearMonth month) {
        return api.admin().actuator("/seasons").has(200).list("seasons").stream()
                .filter(season -> season.path("name").asString().equals(month.toString()))
                .anyMatch(season -> season.path("held").asBoolean());
    }

    private void awaitLockWait() {
        await().until(() -> jdbc.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                        .query(Long.class)
                        .single()
                > 0);
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
