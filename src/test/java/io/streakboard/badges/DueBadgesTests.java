package io.streakboard.badges;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.streakboard.badges.BadgeSection.SettledBadges;
import io.streakboard.badges.RunTable.RunForBadges;
import io.streakboard.events.Publications;
import io.streakboard.leagues.LeagueFigures;
import io.streakboard.runs.RunState;
import io.streakboard.season.Seasons;
import io.streakboard.web.LocalizedText;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DueBadgesTests {

    private static final Badge POINTS = badge("points", "points >= 3");
    private static final Badge LEAGUE = badge("league", "league-wins >= 1");

    private final BadgeSection badges = mock(BadgeSection.class);
    private final RunTable table = mock(RunTable.class);
    private final BadgeRun runs = mock(BadgeRun.class);
    private final LeagueFigures leagues = mock(LeagueFigures.class);
    private final Publications publications = mock(Publications.class);
    private final DueBadges due = new DueBadges(badges, table, runs, mock(Seasons.class), publications, leagues);

    private static Badge badge(String name, String condition) {
        return new Badge(
                name,
                LocalizedText.of("Title"),
                LocalizedText.of("Description"),
                null,
                Condition.of(condition),
                List.of());
    }

    private RunForBadges last(String wanted, RunState state) {
        var run = new RunForBadges(1, wanted, state, 0, 0, 0, Instant.EPOCH, Instant.EPOCH, null, null);
        when(table.last()).thenReturn(Optional.of(run));
        return run;
    }

    /** A version is in force, in which some badges differ from the version of the last run. */
    private void version(long version, List<Badge> all, List<Badge> changed) {
        when(publications.deliveredSoFar()).thenReturn(() -> true);
        when(badges.settled()).thenReturn(new SettledBadges(version, new BadgeRules(all)));
        when(badges.changed(anyLong(), any())).thenReturn(changed);
    }

    private void began(String wanted, List<Badge> given) {
        due.beginIfDue();
        verify(runs).begin(wanted, given);
    }

    private void beganNothing() {
        due.beginIfDue();
        verify(runs, never()).begin(any(), any());
    }

    @Test
    void theFirstRunIsForAllBadges() {
        when(table.last()).thenReturn(Optional.empty());
        version(3, List.of(POINTS, LEAGUE), List.of());

        began("3/", List.of(POINTS, LEAGUE));
    }

    @Test
    void withoutBadgesThereIsNoRun() {
        when(table.last()).thenReturn(Optional.empty());
        version(3, List.of(), List.of());

        beganNothing();
    }

    @Test
    void aNewVersionIsForItsNewBadges() {
        last("3/", RunState.DONE);
        version(4, List.of(POINTS, LEAGUE), List.of(POINTS));

        began("4/", List.of(POINTS));
    }

    @Test
    void aVersionWithTheSameBadgesNeedsNoRun() {
        var run = last("3", RunState.DONE);
        version(4, List.of(POINTS), List.of());

        beganNothing();
        verify(table).covers(run, "4");
    }

    @Test
    void anEndedWeekIsForBadgesOfLeagues() {
        last("3/2026-11-09", RunState.DONE);
        when(leagues.lastWeek()).thenReturn(Optional.of(LocalDate.parse("2026-11-16")));
        version(3, List.of(POINTS, LEAGUE), List.of());

        began("3/2026-11-16", List.of(LEAGUE));
    }

    /** Titles of a season that was settled just now may be on their way. */
    @Test
    void aRunByAnAdminLeavesTheRunForAnEndedWeekDue() {
        last("3/2026-11-09", RunState.DONE);
        when(leagues.lastWeek()).thenReturn(Optional.of(LocalDate.parse("2026-11-16")));
        version(3, List.of(POINTS, LEAGUE), List.of());

        due.begin();

        verify(runs).begin("3/2026-11-09", List.of(POINTS, LEAGUE));
    }

    @Test
    void aFailedRunIsGoneOnWith() {
        last("3", RunState.FAILED);
        version(3, List.of(POINTS), List.of());

        began("3", List.of(POINTS));
    }

    /** It goes on where it was, as the row has what is wanted now. */
    @Test
    void aVersionWithTheSameBadgesDoesNotSetAFailedRunBack() {
        var run = last("3", RunState.FAILED);
        version(4, List.of(POINTS), List.of());

        began("4", List.of(POINTS));
        verify(table).covers(run, "4");
    }

    @Test
    void nothingBeginsBesideARun() {
        last("3", RunState.RUNNING);
        version(4, List.of(POINTS), List.of(POINTS));

        beganNothing();
    }

    /** The clock of the other instance is ahead. */
    @Test
    void aRunForALaterVersionIsNotFollowedByOneForAnEarlier() {
        last("4", RunState.DONE);
        version(3, List.of(POINTS), List.of(POINTS));

        beganNothing();
    }

    @Test
    void aRunWaitsForPublishedEvents() {
        last("3", RunState.DONE);
        version(4, List.of(POINTS), List.of(POINTS));
        when(publications.deliveredSoFar()).thenReturn(() -> false);

        beganNothing();
    }
}
