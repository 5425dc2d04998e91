package io.streakboard.season;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Period;
import java.time.YearMonth;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param first the month of the first season that may be opened for past activities
 * @param maxOpenPastSeasons the most past seasons that posts may have opened at once, before some of them are settled; imports
 *     have room of their own
 * @param monthsAhead how many months' seasons are created before they start
 * @param grace how long after its end a season still takes activities before it can be sealed
 * @param quietPeriod a season is not sealed while it has received points within this time
 * @param sealTimeout how long the quiet period can put off the seal, counted from the end of the grace period, or from
 *     the opening of a past season
 * @param checkInterval how often seasons whose time has come are opened and ended
 * @param retention how long after its end a settled season keeps its ledger and totals, for example {@code 2y}; absent:
 *     for ever
 */
@Validated
@ConfigurationProperties("streakboard.season")
public record SeasonProperties(
        @DefaultValue("2000-01") YearMonth first,
        @DefaultValue("24") @Min(1) int maxOpenPastSeasons,
        @DefaultValue("2") @Min(1) int monthsAhead,
        @DefaultValue("10m") Duration grace,
        @DefaultValue("2m") Duration quietPeriod,
        @DefaultValue("1h") Duration sealTimeout,
        @DefaultValue("2s") @DurationMin(millis = 1) Duration checkInterval,
        @Nullable Period retention) {

    public SeasonProperties {
        if (retention != null && retention.toTotalMonths() < 1) {
            throw new IllegalArgumentException("streakboard.season.retention must be at least a month");
        }
    }
}
