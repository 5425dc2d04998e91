package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class CloseJobIntegrationTests {

    private final BoardRule board = Rules.with(
            Rules.BASE,
            Map.of("name", "closing-" + Learners.next(), "cycle", BoardRule.Cycle.HOUR, "partitioned", true));

    private final List<BoardClosed> closed = new CopyOnWriteArrayList<>();
    private final ApplicationListener<PayloadApplicationEvent<BoardClosed>> listener =
            ApplicationListener.forPayload(this::note);

    private final ConfigurableApplicationContext context;
    private final ScoreService service;
    private final CloseJob closing;
    private final JdbcClient jdbc;
    private final Instant now;

    CloseJobIntegrationTests(
            ConfigurableApplicationContext context,
            ScoreService service,
            CloseJob closing,
            JdbcClient jdbc,
            BusinessTime time) {
        this.context = context;
        this.service = service;
        this.closing = closing;
        this.jdbc = jdbc;
        this.now = time.now();
        context.addApplicationListener(listener);
    }

    @AfterEach
    void listenNoMore() {
        context.removeApplicationListener(listener);
    }

    private void note(BoardClosed event) {
        if (event.board().equals(board.name())) {
            closed.add(event);
        }
    }

    @Test
    void eachEditionIsClosedOnceWhenItsPeriodHasEnded() {
        var over = new Period("over", now.minusSeconds(7200), now.minusSeconds(3600));
        var running = new Period("running", now.minusSeconds(60), now.plusSeconds(3540));
        var endOnly = new Period("all", null, now.minusSeconds(1800));
        service.take(List.of(sent(over, "m-1"), sent(running, "m-2"), sent(endOnly, "m-3")));

        await().until(() -> closed.size() == 4);
        closing.close(now);

        assertThat(closed).extracting(BoardClosed::period).containsExactly("over", "over", "all", "all");
        assertThat(closed).extracting(BoardClosed::partition).containsExactlyInAnyOrder(null, "music", null, "music");
        assertThat(closed.getFirst().endsAt().truncatedTo(ChronoUnit.SECONDS))
                .isEqualTo(now.minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS));
    }

    @Test
    void anInstanceWithoutTheBoardPublishesItsEndAsWell() {
        jdbc.sql("""
                        INSERT INTO board_edition (board, period_key, partition_key, version, ends_at, created_at)
                        VALUES (?, 'unknown', '', 1, ?, ?)
                        """)
                .params(board.name(), Utc.column(now.minusSeconds(60)), Utc.column(now))
                .update();

        await().until(() -> closed.size() == 1);

        assertThat(closed.getFirst().period()).isEqualTo("unknown");
        assertThat(closed.getFirst().partition()).isNull();
    }

    private Submission sent(Period period, String messageId) {
        return TestBoards.submission(board, period, "ada", "music", 1, messageId, now, null);
    }
}
