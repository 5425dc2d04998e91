package io.streakboard.leaderboard.rankings;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@IntegrationTest
class WatchedBoardsIntegrationTests {

    private static final Instant AT = Instant.parse("2026-11-21T04:00:00Z");

    private final Clock clock = mock(Clock.class);
    private final WatchedBoards boards;

    WatchedBoardsIntegrationTests(
            Rankings rankings, RankingViews views, VisibilityFilter filter, LiveBoards live, JsonMapper json) {
        this.boards = new WatchedBoards(rankings, views, filter, live, new BusinessTime(clock, UTC), json);
    }

    /** Nothing but a deletion changes it, and that changes no version. */
    @Test
    void aRankingThatIsNotInRedisIsReadOnceAMinute() {
        var query = new RankingQuery("1999-01-01", null, null, null);
        when(clock.instant()).thenReturn(AT, AT.plusSeconds(59), AT.plusSeconds(60));

        var version = boards.of("exam", query, "").version();

        assertThat(boards.of("exam", query, "").version()).isEqualTo(version);
        assertThat(boards.of("exam", query, "").version()).isNotEqualTo(version);
    }

    @Test
    void aRankingThatDoesNotExistIsLookedForAgainAfterAWhile() {
        var absent = boards.of("exam", new RankingQuery("1999-01-02", null, null, null), "");
        when(clock.instant()).thenReturn(AT, AT.plusSeconds(60));

        var version = absent.version();

        assertThat(absent.version()).isEqualTo(version);
        await().until(() -> !absent.version().equals(version));
    }
}
