package io.streakboard.settlement;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/seasons}: how far settlements are. {@code settle} waives grace and quiet period of an ended season,
 * {@code retry} has a season whose proof failed copied and verified again.
 */
@Component
@Endpoint(id = "seasons")
class SeasonsEndpoint {

    record SeasonState(long id, String name, Instant startsAt, Instant endsAt, State state) {}

    record StepState(
            Step step,
            StepRow.State state,
            int tries,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            @Nullable Double seconds,
            @Nullable Long learners,
            @Nullable Long points,
            @Nullable String detail) {}

    record SeasonDetail(SeasonState season, List<StepState> steps, int pages, int pagesDone) {}

    record SeasonStates(List<SeasonState> seasons) {}

    private final Seasons seasons;
    private final Settlement settlement;
    private final StepLedger steps;
    private final Pages pages;
    private final BusinessTime time;

    SeasonsEndpoint(Seasons seasons, Settlement settlement, StepLedger steps, Pages pages, BusinessTime time) {
        this.seasons = seasons;
        this.settlement = settlement;
        this.steps = steps;
        this.pages = pages;
        this.time = time;
    }

    @ReadOperation
    SeasonStates seasons() {
        return new SeasonStates(
                seasons.newestFirst().stream().map(SeasonsEndpoint::state).toList());
    }

    @ReadOperation
    SeasonDetail season(@Selector String id) {
        return detail(seasons.find(id));
    }

    @WriteOperation
    SeasonDetail act(@Selector String id, String action) {
        var season = seasons.find(id);
        if (!action.equals("settle") && !action.equals("retry")) {
            throw Problem.invalid("action", "must be 'settle' or 'retry'");
        }
        if (time.now().isBefore(season.endsAt())) {
            throw Problem.invalid("action", "season " + season.name() + " ends at " + season.endsAt());
        }
        seasons.advance();
        if (action.equals("retry")) {
            steps.reopenCopy(season.id());
        } else {
            steps.waive(season.id());
        }
        settlement.advance(season);
        return season(id);
    }

    private SeasonDetail detail(Season season) {
        var progress = pages.progress(season.id());
        return new SeasonDetail(
                state(season),
                steps.steps(season.id()).stream().map(SeasonsEndpoint::state).toList(),
                progress.pages(),
                progress.done());
    }

    private static SeasonState state(Season season) {
        return new SeasonState(season.id(), season.name(), season.startsAt(), season.endsAt(), season.state());
    }

    private static StepState state(StepRow row) {
        return new StepState(
                row.step(),
                row.state(),
                row.epoch(),
                row.startedAt(),
                row.finishedAt(),
                row.startedAt() == null || row.finishedAt() == null
                        ? null
                        : Duration.between(row.startedAt(), row.finishedAt()).toMillis() / 1000.0,
                row.learners(),
                row.points(),
                row.detail());
    }
}
