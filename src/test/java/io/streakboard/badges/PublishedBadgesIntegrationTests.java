package io.streakboard.badges;

import static io.streakboard.support.Api.activity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.rulebook.DatabaseRulebook;
import io.streakboard.rulebook.PublishedRules;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.runs.RunState;
import io.streakboard.support.Api;
import io.streakboard.support.Learners;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Badges that are published while the application runs. */
@DatabaseRulebook
class PublishedBadgesIntegrationTests {

    private static final String BADGE = """
            {"badges": {"critic": {"title": "Critic", "description": "So many reviews", "condition": "count(REVIEW) >= N",
                                   "levels": %s}}}
            """;

    private static final Duration LONG = Duration.ofMinutes(1);

    private final Api api;
    private final PublishedRules rules;
    private final BadgeSection badges;
    private final RunTable table;
    private final GivenTable given;
    private final DueBadges due;
    private final Rulebook rulebook;

    PublishedBadgesIntegrationTests(
            Api api,
            PublishedRules rules,
            BadgeSection badges,
            RunTable table,
            GivenTable given,
            DueBadges due,
            Rulebook rulebook) {
        this.api = api;
        this.rules = rules;
        this.badges = badges;
        this.table = table;
        this.given = given;
        this.due = due;
        this.rulebook = rulebook;
    }

    @Test
    void theVersionInForceDecidesAndWhatIsNewInItIsGivenForThePast() throws Exception {
        var learners = IntStream.range(0, 4).mapToObj(i -> Learners.next()).toList();
        long first = learners.getFirst();
        long last = learners.getLast();
        learners.forEach(learner -> review(learner, 0, 2));
        runAll();

        long version = rules.publish(BADGE.formatted("[2, 9]"));
        due.run();
        assertThat(table.last().orElseThrow().version())
                .isLessThan(version); // not yet: others may have the former rules
        await().atMost(LONG).until(() -> badges.settled().version() >= version);
        var killed = table.begin(version + table.last().orElseThrow().occasions());
        table.progress(killed.id(), learners.get(1), 2, 0); // its instance dies
        table.end(killed, RunState.FAILED, "killed");
        runAll();

        assertThat(table.last().orElseThrow().id()).isEqualTo(killed.id() + 1);
        assertThat(levels(last)).containsExactly(2L);
        assertThat(levels(first)).isEmpty(); // the killed run was past this learner
        review(first, 2, 1);
        await().until(() -> levels(first).equals(List.of(2L))); // by the event

        rules.publish("{\"badges\": {\"critic\": null}}");
        review(last, 2, 7);
        assertThat(shown(last)).contains("reviewer").doesNotContain("critic");
        assertThat(levels(last)).containsExactly(2L);

        rules.publish(BADGE.formatted("[2, 3, 9]"));
        runAll();
        assertThat(shown(last)).contains("critic");
        assertThat(levels(last)).containsExactlyInAnyOrder(2L, 3L, 9L); // also what nobody listened to
        assertThat(levels(first)).containsExactlyInAnyOrder(2L, 3L);
    }

    /** Lets two instances look again and again until the rules in force are run over all learners. */
    private void runAll() {
        long version = rulebook.version();
        await().atMost(LONG).until(() -> {
            lookTwice();
            return table.last()
                    .filter(run -> run.state() == RunState.DONE && run.version() == version)
                    .isPresent();
        });
    }

    private void lookTwice() throws Exception {
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var looks = IntStream.range(0, 2)
                    .mapToObj(i -> threads.submit(() -> {
                        start.await();
                        due.run();
                        return true;
                    }))
                    .toList();
            start.countDown();
            for (var look : looks) {
                look.get();
            }
        }
    }

    private void review(long learner, int from, int number) {
        api.take(IntStream.range(from, from + number)
                .mapToObj(i -> activity(learner, "REVIEW", "r" + i, "2026-11-12T04:00:00Z"))
                .toList());
    }

    private List<Long> levels(long learner) {
        return given.of(learner).stream()
                .filter(badge -> badge.badge().equals("critic"))
                .map(GivenTable.IssuedBadge::level)
                .toList();
    }

    private List<String> shown(long learner) {
        return api.learner(learner).get("/api/badges").has(200).each("items", "name");
    }
}
