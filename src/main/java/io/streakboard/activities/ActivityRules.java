package io.streakboard.activities;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.points.SourceTitles;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.SourceIds;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/** The rules that make an activity valid. */
@Component
class ActivityRules {

    private final PointsTypes types;
    private final PointsProperties properties;
    private final Seasons seasons;
    private final BusinessTime time;
    private final DeletedLearners deleted;

    ActivityRules(
            PointsTypes types,
            PointsProperties properties,
            Seasons seasons,
            BusinessTime time,
            DeletedLearners deleted) {
        this.deleted = deleted;
        this.types = types;
        this.properties = properties;
        this.seasons = seasons;
        this.time = time;
    }

    /** The violation of an activity; empty if it is valid. Opens its season if there is none yet. */
    Optional<Violation> violation(Activity activity) {
        return violation(activity, at -> seasons.open(at).isPresent());
    }

    /** @param hasSeason whether there is a season for an instant that may have one */
    Optional<Violation> violation(Activity activity, Predicate<Instant> hasSeason) {
        return DeletedLearners.violation(activity.learner(), deleted::contains)
                .or(() -> types.violation(activity))
                .or(() -> timeViolation(activity, hasSeason))
                .or(() -> sourceIdViolation(activity))
                .or(() -> Optional.ofNullable(activity.title()).flatMap(SourceTitles::violation));
    }

    private Optional<Violation> sourceIdViolation(Activity activity) {
        return SourceIds.violation(activity.sourceId()).or(() -> {
            var day = time.dayOf(activity.occurredAt()).toString();
            return activity.type().equals(Activity.SIGN_IN)
                            && !activity.sourceId().equals(day)
                    ? Optional.of(ViolationCode.SOURCE_ID_NOT_THE_DAY.of("sourceId", day))
                    : Optional.empty();
        });
    }

    private Optional<Violation> timeViolation(Activity activity, Predicate<Instant> hasSeason) {
        var occurredAt = activity.occurredAt();
        if (occurredAt.isAfter(time.now().plus(properties.clockSkew()))) {
            return Optional.of(ViolationCode.IN_THE_FUTURE.of("occurredAt", occurredAt));
        }
        if (!seasons.accepts(occurredAt)) {
            return Optional.of(ViolationCode.BEFORE_THE_FIRST_SEASON.of("occurredAt", occurredAt));
        }
        if (!hasSeason.test(occurredAt)) {
            return Optional.of(ViolationCode.TOO_MANY_SEASONS.of("occurredAt", occurredAt));
        }
        return seasons.expired(occurredAt)
                ? Optional.of(ViolationCode.LEDGER_EXPIRED.of("occurredAt", occurredAt))
                : Optional.empty();
    }
}
