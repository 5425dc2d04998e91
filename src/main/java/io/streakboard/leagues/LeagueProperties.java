package io.streakboard.leagues;

import io.streakboard.web.Features;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param enabled whether there are leagues; off, their routes do not exist and nothing listens
 * @param tiers the lowest first; if empty, five from bronze to diamond
 * @param cohortSize most learners of a cohort
 * @param firstDay on which weeks begin, in the zone of the installation
 * @param types whose points count; if empty, all types but sign-ins
 * @param checkInterval how often to check whether a week has ended
 * @param retention how long ended weeks are kept; after a longer absence a learner begins in the lowest tier
 */
@Validated
@ConfigurationProperties("streakboard.leagues")
record LeagueProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue List<Tier> tiers,
        @DefaultValue("30") @Min(5) @Max(100) int cohortSize,
        @DefaultValue("monday") DayOfWeek firstDay,
        @DefaultValue Set<String> types,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration checkInterval,
        @DefaultValue("365d") @DurationMin(days = 14) Duration retention)
        implements Features {

    private static final List<Tier> USUAL = List.of(
            new Tier("bronze", 7, 0),
            new Tier("silver", 7, 0),
            new Tier("gold", 7, 0),
            new Tier("emerald", 7, 0),
            new Tier("diamond", 7, 0));

    LeagueProperties {
        tiers = tiers.isEmpty() ? USUAL : List.copyOf(tiers);
    }

    @Override
    public List<String> features() {
        return enabled ? List.of("leagues") : List.of();
    }

    /**
     * @param name names the tier everywhere: a small letter, then up to 31 small letters, digits and hyphens
     * @param promoted how many of a full cohort rise
     * @param demoted how many of a full cohort fall
     */
    record Tier(
            @DefaultValue("") String name,
            @DefaultValue("7") int promoted,
            @DefaultValue("0") int demoted) {}
}
