package io.streakboard.leaderboard.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.scores.Moderation;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;

@IntegrationTest
class ModerationIntegrationTests {

    private final Moderation moderation;
    private final ScoreService service;
    private final Editions editions;
    private final LiveBoards live;
    private final EditionRepair repair;
    private final ScoreService other;
    private final Instant now;

    ModerationIntegrationTests(
            Moderation moderation,
            ScoreService service,
            Editions editions,
            LiveBoards live,
            EditionRepair repair,
            ScoreRecords records,
            RetriedTransactions transactions,
            AutowireCapableBeanFactory beans,
            BusinessTime time) {
        this.moderation = moderation;
        this.service = service;
        this.editions = editions;
        this.live = live;
        this.repair = repair;
        this.other =
                new ScoreService(new ScoreBatchWriter(beans.createBean(Editions.class), records, transactions, time));
        this.now = time.now();
    }

    @Test
    void aHiddenMemberIsInNoRankingAndComesBackWithAllScores() {
        var board = TestBoards.sum();
        take(board, null, "ada", 5, "m-1", now);
        take(board, null, "bob", 4, "m-1", now);

        moderation.hide(board, "ada");
        moderation.hide(board, "ada");
        take(board, null, "ada", 3, "m-2", now);
        take(board, null, "ada", 1, "m-3", now.minus(Duration.ofDays(1)));

        assertThat(ranking(board, null)).containsExactly("bob 4");
        assertThat(ranking(edition(board, TestBoards.day(now.minus(Duration.ofDays(1))), null)))
                .isEmpty();

        moderation.show(board, "ada");

        assertThat(ranking(board, null)).containsExactly("ada 8", "bob 4");
        assertThat(ranking(edition(board, TestBoards.day(now.minus(Duration.ofDays(1))), null)))
                .containsExactly("ada 1");
    }

    @Test
    void aRemovedScoreIsTakenFromAllPartitionsAndTheNextCountsAnew() {
        for (var operator : Operator.values()) {
            var board = TestBoards.partitioned(operator);
            take(board, "music", "ada", 50, "m-1", now);
            take(board, "art", "ada", 20, "m-2", now.minusSeconds(10));

            moderation.remove(edition(board, today(), "music"), "ada");

            assertThat(ranking(board, "music")).isEmpty();
            assertThat(ranking(board, "art")).containsExactly("ada 20");
            assertThat(ranking(board, null)).as("%s", operator).containsExactly("ada 20");

            assertThat(take(board, "music", "ada", 7, "m-3", now).before()).isNull();
            assertThat(ranking(board, "music")).containsExactly("ada 7");
            assertThat(take(board, "music", "ada", 7, "m-1", now).outcome()).isEqualTo(ScoreOutcome.DUPLICATE);
        }
    }

    /** Otherwise the score over all would keep former shares of partitions. */
    @Test
    void actionsOverAllApplyToEachPartition() {
        for (var operator : Operator.values()) {
            var board = TestBoards.partitioned(operator);
            take(board, "music", "ada", 50, "m-1", now);
            take(board, "art", "ada", 20, "m-2", now);
            take(board, "art", "bob", 10, "m-1", now);

            moderation.remove(edition(board, today(), null), "ada");

            assertThat(ranking(board, "music")).isEmpty();
            assertThat(ranking(board, "art")).containsExactly("bob 10");
            assertThat(ranking(board, null)).containsExactly("bob 10");

            take(board, "music", "ada", 5, "m-3", now);
            take(board, "art", "ada", 6, "m-4", now);
            moderation.remove(edition(board, today(), "music"), "ada");
            assertThat(ranking(board, null)).containsExactly("bob 10", "ada 6");

            moderation.reset(edition(board, today(), null));

            assertThat(editions.find(board, today(), "music")).isEmpty();
            assertThat(editions.find(board, today(), "art")).isEmpty();
            assertThat(ranking(board, null)).isEmpty();

            take(board, "art", "ada", 3, "m-5", now);
            take(board, "music", "ada", 4, "m-6", now);
            moderation.remove(edition(board, today(), "music"), "ada");
            assertThat(ranking(board, null)).as("%s", operator).containsExactly("ada 3");
        }
    }

    /** Another partition begins anew, and what it had is no part of the ranking over all any more. */
    @Test
    void aPartitionMayBeResetAlone() {
        var board = TestBoards.partitioned(Operator.SUM);
        take(board, "music", "ada", 50, "m-1", now);
        take(board, "art", "ada", 20, "m-2", now);

        moderation.reset(edition(board, today(), "music"));

        assertThat(ranking(board, "music")).isEmpty();
        assertThat(ranking(board, "art")).containsExactly("ada 20");
        assertThat(ranking(board, null)).containsExactly("ada 70");

        take(board, "music", "ada", 3, "m-3", now);
        moderation.remove(edition(board, today(), "art"), "ada");
        assertThat(ranking(board, null)).containsExactly("ada 3");
    }

    @Test
    void aRenamedMemberKeepsItsScores() {
        var board = TestBoards.sum();
        take(board, null, "ada", 5, "m-1", now);
        take(board, null, "bob", 4, "m-1", now);

        moderation.rename(board, "ada", "eve");

        assertThat(ranking(board, null)).containsExactly("eve 5", "bob 4");
        assertThat(take(board, null, "ada", 1, "m-2", now).before()).isNull();
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> moderation.rename(board, "ada", "bob"));
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> moderation.rename(board, "ada", "ada"));

        moderation.remove(edition(board, today(), null), "ada");
        moderation.rename(board, "eve", "ada");
        assertThat(ranking(board, null)).containsExactly("ada 5", "bob 4");
    }

    @Test
    void aHiddenMemberStaysHiddenUnderItsNewName() {
        var board = TestBoards.sum();
        take(board, null, "ada", 5, "m-1", now);
        moderation.hide(board, "ada");

        moderation.rename(board, "ada", "eve");
        take(board, null, "ada", 2, "m-2", now);

        assertThat(ranking(board, null)).containsExactly("ada 2");
        moderation.show(board, "eve");
        assertThat(ranking(board, null)).containsExactly("eve 5", "ada 2");

        moderation.remove(edition(board, today(), null), "eve");
        moderation.hide(board, "bob");
        moderation.rename(board, "bob", "eve");
        take(board, null, "eve", 1, "m-3", now);
        assertThat(ranking(board, null))
                .as("hidden where it had no score as well")
                .containsExactly("ada 2");
    }

    @Test
    void mergedScoresBecomeOneByTheOperator() {
        var sum = TestBoards.sum();
        take(sum, null, "ada", 5, "m-1", now);
        take(sum, null, "bob", 4, "m-1", now);
        moderation.merge(sum, "ada", "bob");
        assertThat(ranking(sum, null)).containsExactly("bob 9");

        var best = TestBoards.of(Operator.BEST);
        take(best, null, "ada", 5, "m-1", now);
        take(best, null, "bob", 4, "m-1", now);
        moderation.merge(best, "ada", "bob");
        assertThat(ranking(best, null)).containsExactly("bob 5");

        var latest = TestBoards.of(Operator.LATEST);
        take(latest, null, "ada", 5, "m-1", now.minusSeconds(5));
        take(latest, null, "bob", 4, "m-1", now);
        moderation.merge(latest, "ada", "bob");
        assertThat(ranking(latest, null)).containsExactly("bob 4");
    }

    @Test
    void aSumAboveTheMaximumIsNotMerged() {
        var board = TestBoards.sum();
        take(board, null, "ada", TestBoards.MOST, "m-1", now);
        take(board, null, "bob", 1, "m-1", now);

        assertThatExceptionOfType(Problem.class).isThrownBy(() -> moderation.merge(board, "ada", "bob"));
        assertThat(ranking(board, null)).containsExactly("ada 1000", "bob 1");
    }

    @Test
    void anEditionThatWasResetBeginsAnewAndTheOldOneStaysReadable() {
        var board = TestBoards.sum();
        take(board, null, "ada", 5, "m-1", now);
        var old = edition(board, today(), null);

        moderation.reset(old);
        assertThat(ranking(board, null)).isEmpty();
        take(board, null, "ada", 2, "m-2", now);

        assertThat(ranking(board, null)).containsExactly("ada 2");
        var first = editions.find(board, today(), null, 1).orElseThrow();
        assertThat(ranking(first)).containsExactly("ada 5");
        assertThat(editions.find(board, today(), null, 3)).isEmpty();
        assertThat(editions.page(board, Long.MAX_VALUE, 10))
                .extracting(StoredEdition::version)
                .containsExactly(2, 1);
        assertThat(take(board, null, "ada", 5, "m-1", now).outcome()).isEqualTo(ScoreOutcome.DUPLICATE);
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> moderation.reset(old));
    }

    /** An instance may remember for some seconds what another has reset. */
    @Test
    void removalAffectsTheNewestVersion() {
        var board = TestBoards.sum();
        take(board, null, "ada", 5, "m-1", now);
        var remembered = edition(board, today(), null);
        moderation.reset(remembered);
        take(board, null, "ada", 2, "m-2", now);

        moderation.remove(remembered, "ada");

        assertThat(ranking(board, null)).isEmpty();
        assertThat(ranking(remembered)).containsExactly("ada 5");
    }

    /** Its own memory still has the version that was reset. */
    @Test
    void anotherInstanceNoticesAResetWhenItWrites() {
        var board = TestBoards.sum();
        other.take(List.of(send(board, null, "ada", 5, "m-1", now)));

        moderation.reset(edition(board, today(), null));
        other.take(List.of(send(board, null, "ada", 2, "m-2", now)));

        assertThat(ranking(board, null)).containsExactly("ada 2");
    }

    @Test
    void hidingDuringWritesHidesEverywhere() throws Exception {
        var board = TestBoards.partitioned(Operator.SUM);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Callable<Object>>();
            for (int i = 0; i < 60; i++) {
                var submission =
                        send(board, "p" + i % 10, "member-" + i % 3, 1, "m-" + i, now.minus(Duration.ofDays(i % 2)));
                calls.add(() -> service.take(List.of(submission)));
            }
            calls.add(20, Executors.callable(() -> moderation.hide(board, "member-1")));
            calls.add(30, Executors.callable(() -> moderation.hide(board, "member-2")));
            calls.add(40, Executors.callable(() -> moderation.merge(board, "member-2", "member-1")));
            for (var done : threads.invokeAll(calls)) {
                done.get();
            }
        }

        for (var edition : editions.page(board, Long.MAX_VALUE, 100)) {
            assertThat(ranking(edition)).isNotEmpty().allMatch(entry -> entry.startsWith("member-0 "));
        }
    }

    private List<String> ranking(BoardRule board, @Nullable String partition) {
        return ranking(edition(board, today(), partition));
    }

    /** As it is shown, which is what MySQL says. */
    private List<String> ranking(StoredEdition edition) {
        assertThat(repair.drift(repair.source(edition)).none())
                .as("drift of %s", edition)
                .isTrue();
        var page = live.ranking(edition.edition()).page(0, 10, null);
        assertThat(page.degraded()).isFalse();
        return page.entries().stream().map(ModerationIntegrationTests::text).toList();
    }

    private static String text(Entry entry) {
        return entry.member() + " " + entry.score();
    }

    private Period today() {
        return TestBoards.day(now);
    }

    private StoredEdition edition(BoardRule board, Period period, @Nullable String partition) {
        return editions.find(board, period, partition).orElseThrow();
    }

    private SubmissionResult take(
            BoardRule board, @Nullable String partition, String member, long value, String messageId, Instant at) {
        return service.take(List.of(send(board, partition, member, value, messageId, at)))
                .getFirst();
    }

    private static Submission send(
            BoardRule board, @Nullable String partition, String member, long value, String messageId, Instant at) {
        return TestBoards.submission(board, TestBoards.day(at), member, partition, value, messageId, at, null);
    }
}
