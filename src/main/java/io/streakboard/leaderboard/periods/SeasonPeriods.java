package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.Period;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonNotFound;
import io.streakboard.season.Seasons;
import java.time.Instant;
import java.util.Optional;

/** The seasons as periods. Their names are the keys; ids are accepted as well. */
public final class SeasonPeriods implements Periods {

    private final Seasons seasons;

    SeasonPeriods(Seasons seasons) {
        this.seasons = seasons;
    }

    public static Period of(Season season) {
        return new Period(season.name(), season.startsAt(), season.endsAt());
    }

    @Override
    public Period at(Instant instant) {
        return of(seasons.at(instant));
    }

    @Override
    public Optional<Period> before(Period period) {
        return Optional.ofNullable(period.startsAt())
                .flatMap(seasons::opened)
                .flatMap(seasons::before)
                .map(SeasonPeriods::of);
    }

    @Override
    public Optional<Period> find(String key) {
        try {
            return Optional.of(of(seasons.find(key)));
        } catch (SeasonNotFound unknown) {
            return Optional.empty();
        }
    }
}
