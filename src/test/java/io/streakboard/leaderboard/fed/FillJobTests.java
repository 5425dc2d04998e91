package io.streakboard.leaderboard.fed;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.From;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Scores;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.FillTable;
import io.streakboard.leaderboard.editions.FillTable.Fill;
import io.streakboard.points.PaidEntries;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A job that runs every two seconds must not write while nothing is to be done. */
class FillJobTests {

    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
    private static final BoardRule POSTED = Rules.with(Rules.BASE, Map.of("name", "posted"));
    private static final BoardRule FED = Rules.with(
            Rules.BASE,
            Map.of("name", "fed", "members", Members.LEARNER, "scores", new Scores(From.POINTS, List.of())));

    private final FillTable fills = mock();
    private final PaidEntries entries = mock();
    private final Editions editions = mock();
    private final FillJob job = new FillJob(
            new LedgerFeed(editions, mock(), mock(), mock(), mock()),
            fills,
            mock(),
            entries,
            new BusinessTime(Clock.fixed(NOW, ZoneOffset.UTC), ZoneOffset.UTC),
            JsonMapper.shared());

    @Test
    void withoutFedBoardsItReadsOnceForEachVersionOfTheRules() {
        inForce(POSTED);
        job.fillDue();
        job.fillDue();
        verify(fills).all();

        inForce(POSTED);
        job.fillDue();
        job.fillDue();

        verify(fills, times(2)).all();
        verifyNoMoreInteractions(fills);
    }

    @Test
    void aFilledBoardIsReadOnly() {
        inForce(POSTED, FED);
        when(fills.all()).thenReturn(List.of(fill("fed", definition(FED), true)));

        job.fillDue();
        job.fillDue();

        verify(fills, times(2)).all();
        verifyNoMoreInteractions(fills);
        verifyNoInteractions(entries);
    }

    @Test
    void aBoardThatIsNoLongerFedIsForgotten() {
        var former = fill("former", "by another rule", true);
        inForce(FED);
        when(fills.all()).thenReturn(List.of(former, fill("fed", definition(FED), true)));

        job.fillDue();

        verify(fills).forget(former);
        verify(fills).all();
        verifyNoMoreInteractions(fills);
    }

    @Test
    void anotherDefinitionAndARepeatedFillAreWork() {
        inForce(FED);
        when(fills.find(FED)).thenReturn(Optional.empty());
        when(fills.all()).thenReturn(List.of(fill("fed", "by another rule", true)));
        job.fillDue();
        verify(fills).begin(FED, null, NOW);

        var repeated = fill("fed", definition(FED), false);
        when(fills.find(FED)).thenReturn(Optional.of(repeated));
        when(fills.all()).thenReturn(List.of(repeated));
        when(entries.page(any(), any(), anyInt())).thenReturn(new PaidEntries.EntryPage(List.of(), null));
        job.fillDue();
        verify(fills).end(repeated, NOW);
    }

    private void inForce(BoardRule... boards) {
        when(editions.rules()).thenReturn(new BoardRules(List.of(boards)));
    }

    private static String definition(BoardRule board) {
        return "%s %s %d %s".formatted(board.scores(), board.cycle(), board.days(), board.startsAt());
    }

    private static Fill fill(String board, String definition, boolean done) {
        return new Fill(board, definition, NOW.minusSeconds(60), null, null, done);
    }
}
