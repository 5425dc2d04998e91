package io.streakboard.signin.calendar;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param partitions number of hash slots that learners are spread over; 128, or the number of the stored data if
 *     absent. Set it before the first start: it is fixed once there is data
 * @param layout how bitmaps are laid out in Redis
 * @param firstYear the first year that calendars and streaks look back to
 * @param yearsInRedis how many years Redis keeps, including this one; earlier ones are read from MySQL. 0: all
 */
@Validated
@ConfigurationProperties("streakboard.signin")
public record CalendarProperties(
        @Nullable @Min(1) @Max(1024) Integer partitions,
        @DefaultValue("per-learner") BitmapLayout layout,
        @DefaultValue("2000") @Min(1970) int firstYear,
        @DefaultValue("3") @Min(0) int yearsInRedis) {

    public CalendarProperties {
        if (yearsInRedis == 1) {
            throw new IllegalArgumentException(
                    "streakboard.signin.years-in-redis must be 0 or at least 2: streaks of January reach back to December");
        }
    }

    public LocalDate firstDay() {
        return LocalDate.of(firstYear, 1, 1);
    }

    /** The last year that need not be in Redis. If all years stay in Redis, the year before the first. */
    public int lastArchivedYear(LocalDate today) {
        return yearsInRedis == 0 ? firstYear - 1 : today.getYear() - yearsInRedis;
    }
}
