package io.streakboard.leaderboard.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.ScoresChanged.EditionScores;
import io.streakboard.support.Api;
import io.streakboard.support.HeldJobs;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class ScoresListenerIntegrationTests {

    private final ScoreService service;
    private final Editions editions;
    private final EditionRepair repair;
    private final LiveBoards live;
    private final ScoreTable scores;
    private final ScoresListener listener;
    private final RestoreCheckpoint checkpoint;
    private final BoardsRollout rollout;
    private final ExtensibleLockProvider locks;
    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;
    private final Api api;
    private final Instant now;

    ScoresListenerIntegrationTests(
            ScoreService service,
            Editions editions,
            EditionRepair repair,
            LiveBoards live,
            ScoreTable scores,
            ScoresListener listener,
            RestoreCheckpoint checkpoint,
            BoardsRollout rollout,
            ExtensibleLockProvider locks,
            StringRedisTemplate redis,
            JdbcClient jdbc,
            Api api,
            BusinessTime time) {
        this.service = service;
        this.editions = editions;
        this.repair = repair;
        this.live = live;
        this.scores = scores;
        this.listener = listener;
        this.checkpoint = checkpoint;
        this.rollout = rollout;
        this.locks = locks;
        this.redis = redis;
        this.jdbc = jdbc;
        this.api = api;
        this.now = time.now();
    }

    @Test
    void repeatedAndReorderedDeliveriesChangeNothing() {
        var board = TestBoards.sum();
        take(board, "ada", 5, "m-1");
        take(board, "bob", 4, "m-1");
        take(board, "ada", 3, "m-2");
        take(board, "ada", -6, "m-3");
        var edition = edition(board);

        for (var delivered : List.of(
                score("ada", 8, 0), score("ada", 2, 1), score("ada", 5, 0), score("bob", 4, 0), score("ada", 2, 1))) {
            listener.on(new ScoresChanged(
                    UUID.randomUUID(), List.of(new EditionScores(edition.id(), List.of(delivered))), null));
            assertThat(repair.drift(repair.source(edition)).none())
                    .as("after %s", delivered)
                    .isTrue();
        }
    }

    /** A late deletion finds no row: the second deletion, or a repeated one, has removed it. */
    @Test
    void aDeletionReachesAllWindowsOnceTheRowIsGone() {
        var board = TestBoards.sliding(TestBoards.sum(), 3, Duration.ofDays(1));
        take(board, "ada", 5, "m-1");
        take(board, "bob", 4, "m-1");
        var series = editions.ofPeriod(board, StoredEdition.ALL_DAYS).getFirst();
        var windows = editions.windows(series).stream()
                .filter(window -> live.ranking(window.edition()).of("ada") != null)
                .toList();
        assertThat(windows).as("today's and tomorrow's").hasSizeGreaterThanOrEqualTo(2);
        jdbc.sql("DELETE FROM board_score WHERE edition_id = ? AND member = 'ada'")
                .param(series.id())
                .update();

        for (var delivered : List.of(new Score("ada", 0, null, 1, null, null), score("ada", 5, 0))) {
            listener.on(new ScoresChanged(
                    UUID.randomUUID(), List.of(new EditionScores(series.id(), List.of(delivered))), null));
            assertThat(windows).allSatisfy(window -> {
                assertThat(live.ranking(window.edition()).of("ada")).isNull();
                assertThat(live.ranking(window.edition()).of("bob")).isNotNull();
            });
        }
    }

    /** Where time is no part of the place, and extra never is. */
    @Test
    void aRebuildAmidWritesKeepsTheNewestTimeAndExtraOfAnEqualScore() {
        var board = TestBoards.rule(Operator.LATEST, Order.DESCENDING, Ties.NONE, false, Members.ANY);
        take(board, 5, now.minusSeconds(9), "{\"n\": 1}");
        var edition = edition(board);

        live.of(edition.edition()).rebuild(false, List.of(), to -> {
            var read = new ArrayList<Score>();
            scores.forEach(edition, read::add);
            take(board, 5, now, "{\"n\": 2}");
            read.forEach(to);
        });

        var shown = live.ranking(edition.edition()).page(0, 1, null).entries().getFirst();
        assertThat(shown.reachedAt()).isEqualTo(edition.board().toResolution(now));
        assertThat(shown.extra()).isEqualTo("{\"n\": 2}");
    }

    private void take(BoardRule board, long value, Instant at, String extra) {
        service.take(List.of(TestBoards.submission(board, TestBoards.day(now), "ada", null, value, extra, at, extra)));
    }

    @Test
    void scoresWithoutAnEditionAreDropped() {
        listener.on(new ScoresChanged(
                UUID.randomUUID(), List.of(new EditionScores(Long.MAX_VALUE, List.of(score("ada", 8, 0)))), null));

        assertThat(redis.keys("streakboard:board:{board:" + Long.MAX_VALUE + "}*"))
                .isEmpty();
    }

    /** Its board was taken out, or another instance alone knows it yet. */
    @Test
    void anEditionOfAnUnknownBoardLeavesRedis() {
        var board = TestBoards.sum();
        take(board, 5, now, "m-1");
        var edition = edition(board);
        var unknowing = mock(Editions.class);
        when(unknowing.withWindows(edition.id())).thenReturn(editions.withWindows(edition.id()));

        try (var held = new HeldJobs(locks, "restore-editions", "compare-editions")) {
            new ScoresListener(unknowing, live, scores, checkpoint, rollout)
                    .on(ScoresChanged.of(scores.of(board.name(), "ada"), null));

            assertThat(live.of(edition.edition()).complete()).isFalse();
            assertThat(live.ranking(edition.edition()).of("ada")).isNull();
        }
    }

    @Test
    void aCallIsAnsweredWithoutRanksWhenRedisFailsAndTheScoreComesLater() {
        var board = TestBoards.sum();
        failingTake(board);
        assertThat(publications(board)).isEqualTo(1);

        redeliver();

        await().until(() -> publications(board) == 0);
        assertThat(repair.drift(repair.source(edition(board))).none()).isTrue();
    }

    /** The row as a process leaves it that was killed between the commit and the end of the write. */
    @Test
    void scoresOfAKilledProcessAreDeliveredAgain() {
        var board = TestBoards.sum();
        failingTake(board);
        jdbc.sql("""
                        UPDATE EVENT_PUBLICATION SET status = 'PROCESSING', last_resubmission_date = NULL,
                               publication_date = publication_date - INTERVAL 1 HOUR
                         WHERE serialized_event LIKE ?
                        """).param(event(board)).update();

        redeliver();

        await().until(() -> publications(board) == 0);
        assertThat(repair.drift(repair.source(edition(board))).none()).isTrue();
    }

    /** Something else is where the edition should be. */
    private void failingTake(BoardRule board) {
        assertThat(take(board, "ada", 5, "m-1").rank()).isEqualTo(1);
        // The answer does not wait until the delivery is off the registry.
        await().until(() -> publications(board) == 0);
        var edition = edition(board).edition();
        var key = "streakboard:board:{%s}:%s:live".formatted(edition.tag(), edition.encoding());
        redis.rename(key, key + ":away");
        redis.opsForValue().set(key, "no sorted set");

        var result = take(board, "ada", 3, "m-2");

        redis.unlink(key);
        redis.rename(key + ":away", key);
        assertThat(result.outcome()).isEqualTo(ScoreOutcome.APPLIED);
        assertThat(result.score()).isEqualTo(8);
        assertThat(result.rank()).isNull();
        assertThat(repair.drift(repair.source(edition(board))).different()).isEqualTo(1);
    }

    private void redeliver() {
        api.admin().actuate("/events", Map.of("action", "resubmit")).has(200);
    }

    private long publications(BoardRule board) {
        return jdbc.sql("SELECT COUNT(*) FROM EVENT_PUBLICATION WHERE serialized_event LIKE ?")
                .param(event(board))
                .query(Long.class)
                .single();
    }

    private String event(BoardRule board) {
        return "%%\"edition\":%d,%%".formatted(edition(board).id());
    }

    private SubmissionResult take(BoardRule board, String member, long value, String messageId) {
        return service.take(List.of(
                        TestBoards.submission(board, TestBoards.day(now), member, null, value, messageId, now, null)))
                .getFirst();
    }

    private StoredEdition edition(BoardRule board) {
        return editions.find(board, TestBoards.day(now), null).orElseThrow();
    }

    private Score score(String member, long score, int corrections) {
        return new Score(member, score, now, corrections, null);
    }
}
