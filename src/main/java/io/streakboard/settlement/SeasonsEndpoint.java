package io.streakboard.settlement;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.SeasonDetails.SeasonDetail;
import io.streakboard.settlement.SeasonDetails.SeasonStates;
import io.streakboard.settlement.rehearsal.Rehearsals;
import io.streakboard.settlement.steps.ParkedItems;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/seasons}: the progress of settlements. {@code settle} waives grace and quiet period of an ended
 * season. {@code retry} copies and verifies a season again whose proof failed, or repeats only a page or the proof.
 * {@code rehearse} settles a copy of a season that is not sealed yet. {@code release} gives up all holds of a season.
 */
@Component
@Endpoint(id = "seasons")
class SeasonsEndpoint {

    private final Seasons seasons;
    private final SettlementJob job;
    private final ParkedItems parked;
    private final Retry retry;
    private final Rehearsals rehearsals;
    private final SeasonDetails details;

    SeasonsEndpoint(
            Seasons seasons,
            SettlementJob job,
            ParkedItems parked,
            Retry retry,
            Rehearsals rehearsals,
            SeasonDetails details) {
        this.seasons = seasons;
        this.job = job;
        this.parked = parked;
        this.retry = retry;
        this.rehearsals = rehearsals;
        this.details = details;
    }

    @ReadOperation
    SeasonStates seasons() {
        return details.all();
    }

    @ReadOperation
    SeasonDetail season(@Selector String id) {
        return details.of(seasons.find(id));
    }

    /**
     * @param step with {@code retry}: where to begin, {@code TABLE} or {@code VERIFY}
     * @param page with {@code retry}: the one page to copy again
     */
    @WriteOperation
    SeasonDetail act(@Selector String id, String action, @Nullable String step, @Nullable Integer page) {
        var season = seasons.find(id);
        switch (action) {
            case "settle" -> settle(season);
            case "retry" -> retry(season, step, page);
            case "rehearse" -> rehearsals.begin(season);
            case "release" -> release(season);
            default -> throw Problem.noneOf("action", List.of("settle", "retry", "rehearse", "release"));
        }
        return season(id);
    }

    private void release(Season season) {
        parked.giveUp(season);
        seasons.release(season.id());
    }

    private void settle(Season season) {
        ended(season);
        retry.waive(season);
        job.settle(season);
    }

    private void retry(Season season, @Nullable String step, @Nullable Integer page) {
        ended(season);
        if (page == null) {
            retry.from(season, Retry.step(step));
        } else {
            retry.page(season, page);
        }
        job.settle(season);
    }

    private void ended(Season season) {
        seasons.advance();
        if (seasons.byId(season.id()).state().compareTo(State.ENDED) < 0) {
            throw Problem.invalid(
                    "action",
                    "season " + season.name() + " has not ended; it ends at " + season.endsAt(),
                    "not-ended",
                    Map.of("season", season.name(), "endsAt", season.endsAt()));
        }
    }
}
