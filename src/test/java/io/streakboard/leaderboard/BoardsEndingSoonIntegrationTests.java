package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class BoardsEndingSoonIntegrationTests {

    private static final String CUP = "ending-cup";

    private final BoardsEndingSoon boards;
    private final JdbcClient jdbc;
    private final Instant now;

    BoardsEndingSoonIntegrationTests(BoardsEndingSoon boards, BusinessTime time, JdbcClient jdbc) {
        this.boards = boards;
        this.jdbc = jdbc;
        this.now = time.now();
    }

    @AfterEach
    void removeEditions() {
        jdbc.sql("DELETE FROM board_edition WHERE board = ?").param(CUP).update();
    }

    @Test
    void namesPeriodsOnceWithTheNumberOfTheirRankings() {
        edition("soon", "", Duration.ofDays(7), Duration.ofDays(2));
        edition("soon", "music", Duration.ofDays(7), Duration.ofDays(2));
        edition("later", "", Duration.ofDays(7), Duration.ofDays(4));
        edition("over", "", Duration.ofDays(7), Duration.ofMinutes(-1));
        edition("daily", "", Duration.ofDays(1), Duration.ofHours(5));

        assertThat(boards.figures())
                .filteredOn(ending -> ending.board().equals(CUP))
                .singleElement()
                .satisfies(ending -> {
                    assertThat(ending.period()).isEqualTo("soon");
                    assertThat(ending.title()).isEqualTo(CUP);
                    assertThat(ending.rankings()).isEqualTo(2);
                });
    }

    private void edition(String period, String partition, Duration length, Duration left) {
        var ends = now.plus(left);
        jdbc.sql("""
                        INSERT INTO board_edition (board, period_key, partition_key, version, starts_at, ends_at, created_at)
                        VALUES (?, ?, ?, 1, ?, ?, ?)
                        """)
                .params(CUP, period, partition, Utc.column(ends.minus(length)), Utc.column(ends), Utc.column(now))
                .update();
    }
}
