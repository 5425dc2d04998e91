package io.streakboard.leagues;

import io.streakboard.leagues.LeagueProperties.Tier;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Histories of learners in ended weeks that are still kept. Also answers while leagues are off. */
@Service
public class LeagueFigures {

    private final MemberTable members;
    private final LeagueProperties properties;

    LeagueFigures(MemberTable members, LeagueProperties properties) {
        this.members = members;
        this.properties = properties;
    }

    /** By learner, one for each tier. Learners without any are left out. */
    public Map<Long, List<TierFigures>> of(Collection<Long> learners) {
        return members.figures(learners);
    }

    /** The first day of the last week that has ended. */
    public Optional<LocalDate> lastWeek() {
        return members.lastEnded();
    }

    /** The names of the configured tiers, the lowest first. */
    public List<String> tiers() {
        return properties.tiers().stream().map(Tier::name).toList();
    }
}
