package io.streakboard.season;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
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

    SeasonsIntegrationTests(
            Api api,
            SeasonTable table,
            SeasonPlan plan,
            SeasonOpener opener,
            HoldTable holds,
            BusinessTime time,
            SeasonTransitions transitions) {
        this.api = api;
        this.table = table;
        this.plan = plan;
        this.opener = opener;
        this.holds = holds;
        this.time = time;
        this.transitions = transitions;
    }

    /** A reader is slow: it has read the seasons before a change, and keeps them after it. */
    @Test
    void whatWasReadBeforeAChangeIsNotShownAfterIt() throws InterruptedException {
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
    }
}
