package io.streakboard.badges.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.contains;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.rewards.PrizeTable;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

class TitleControllerTests {

    private static final Instant END = Instant.parse("2026-10-31T16:00:00Z");
    private static final CurrentLearner LEARNER = new CurrentLearner(42, END);

    private final PrizeTable prizes = mock();
    private final Seasons seasons = mock();
    private final BoardArchiver boards = mock();
    private final Credentials credentials = mock();
    private final TitleController controller = new TitleController(prizes, seasons, boards, credentials);

    @Test
    void whoComesWhileATableIsReadIsSentAwayAndNothingIsReadTwice() throws Exception {
        var season = new Season(7, "2026-10", END.minusSeconds(1), END, State.SETTLED, 1L, 30L, END, null);
        when(seasons.find("2026-10")).thenReturn(season);
        when(prizes.title(7, 42)).thenReturn(Optional.of("Champion"));
        when(boards.rankOf(any(), eq(42L))).thenReturn(Optional.of(new Standing(1, 42, 30, END)));
        when(credentials.of(eq(season), eq(42L), anyString(), contains("SHA-256")))
                .thenReturn("signed");
        var begun = new CountDownLatch(1);
        var held = new CountDownLatch(1);
        when(boards.ranks(any(), anyLong(), anyInt())).thenAnswer(call -> {
            begun.countDown();
            held.await();
            return List.of();
        });

        var first = CompletableFuture.supplyAsync(this::title);
        begun.await();
        assertThatExceptionOfType(Problem.class).isThrownBy(this::title).satisfies(busy -> {
            assertThat(busy.getStatusCode().value()).isEqualTo(503);
            assertThat(busy.getBody().getType()).hasToString("urn:streakboard:problem:overloaded");
            assertThat(busy.getHeaders().getFirst("Retry-After")).isEqualTo("2");
        });
        held.countDown();

        assertThat(first.join().getBody()).isEqualTo("signed");
        assertThat(title().getBody()).isEqualTo("signed");
        verify(boards, times(1)).ranks(any(), anyLong(), anyInt());
    }

    private ResponseEntity<String> title() {
        return controller.title(LEARNER, "2026-10");
    }
}
