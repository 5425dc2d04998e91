package io.streakboard.settlement;

import io.streakboard.points.PointsHistory;
import io.streakboard.season.Hold;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.rehearsal.Rehearsal;
import io.streakboard.settlement.rehearsal.RehearsalTable;
import io.streakboard.settlement.steps.StepLedger;
import io.streakboard.settlement.steps.StepRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A season for admins: progress of its settlement, instances at work, late activities, last rehearsal. */
@Component
class SeasonDetails {

    /** @param held whether a hold keeps it from being sealed */
    record SeasonState(long id, String name, Instant startsAt, Instant endsAt, State state, boolean held) {

        static SeasonState of(Season season, boolean held) {
            return new SeasonState(
                    season.id(), season.name(), season.startsAt(), season.endsAt(), season.state(), held);
        }
    }

    /**
     * @param holds the holds that keep it from being sealed
     * @param claims claims on pages not copied yet
     * @param copiedBy pages done by each instance
     * @param late number of activities that came after the seal; {@code /actuator/late} lists them
     */
    record SeasonDetail(
            SeasonState season,
            List<Hold> holds,
            List<StepRow> steps,
            int pages,
            int pagesDone,
            List<Pages.PageClaim> claims,
            Map<String, Integer> copiedBy,
            long late,
            @Nullable Rehearsal rehearsal) {}

    /** @param mismatches seasons whose proof has failed */
    record SeasonStates(List<SeasonState> seasons, List<String> mismatches) {}

    private final Seasons seasons;
    private final StepLedger steps;
    private final Pages pages;
    private final PointsHistory history;
    private final RehearsalTable rehearsals;

    SeasonDetails(Seasons seasons, StepLedger steps, Pages pages, PointsHistory history, RehearsalTable rehearsals) {
        this.seasons = seasons;
        this.steps = steps;
        this.pages = pages;
        this.history = history;
        this.rehearsals = rehearsals;
    }

    SeasonStates all() {
        var held = seasons.held();
        return new SeasonStates(
                seasons.newestFirst().stream()
                        .map(season -> SeasonState.of(season, held.contains(season.id())))
                        .toList(),
                steps.mismatches().stream().map(id -> seasons.byId(id).name()).toList());
    }

    SeasonDetail of(Season season) {
        var progress = pages.progress(season.id());
        var holds = seasons.holds(season.id());
        return new SeasonDetail(
                SeasonState.of(season, !holds.isEmpty()),
                holds,
                steps.steps(season.id()),
                progress.pages(),
                progress.done(),
                pages.claims(season.id()),
                pages.copiers(season.id()),
                history.late(season),
                rehearsals.latest(season.id()).orElse(null));
    }
}
