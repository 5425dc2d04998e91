package io.streakboard.activities;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Code;
import io.streakboard.web.Mistake;
import io.streakboard.web.Text;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The rules that make an activity valid. */
@Component
class ActivityRules {

    private static final int LONGEST_SOURCE_ID = 100;

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

    /** What is wrong with an activity; empty if nothing is. */
    Optional<Mistake> violation(Activity activity) {
        if (activity.learner() <= 0) {
            return Optional.of(Code.LEARNER_NOT_POSITIVE.of("learner"));
        }
        if (deleted.contains(activity.learner())) {
            return Optional.of(Code.LEARNER_DELETED.of("learner"));
        }
        if (!Text.isWhole(activity.type())) {
            return Optional.of(Code.TEXT_BROKEN.of("type"));
        }
        if (!types.contains(activity.type())) {
            return Optional.of(Code.TYPE_UNKNOWN.of("type", Text.shown(activity.type()), types));
        }
        return timeViolation(activity).or(() -> sourceIdViolation(activity));
    }

    private Optional<Mistake> sourceIdViolation(Activity activity) {
        var sourceId = activity.sourceId();
        if (sourceId.isBlank() || sourceId.length() > LONGEST_SOURCE_ID) {
            return Optional.of(Code.SOURCE_ID_LENGTH.of("sourceId", LONGEST_SOURCE_ID));
        }
        if (!Text.isWhole(sourceId)) {
            return Optional.of(Code.TEXT_BROKEN.of("sourceId"));
        }
        if (!sourceId.equals(sourceId.strip())) {
            return Optional.of(Code.SOURCE_ID_BLANKS.of("sourceId")); // MySQL's keys ignore trailing blanks
        }
        var day = time.dayOf(activity.occurredAt()).toString();
        if (activity.type().equals(Activity.SIGN_IN) && !sourceId.equals(day)) {
            return Optional.of(Code.SOURCE_ID_NOT_THE_DAY.of("sourceId", day));
        }
        return Optional.empty();
    }

    private Optional<Mistake> timeViolation(Activity activity) {
        var occurredAt = activity.occurredAt();
        if (occurredAt.isAfter(time.now().plus(properties.clockSkew()))) {
            return Optional.of(Code.IN_THE_FUTURE.of("occurredAt", occurredAt));
        }
        if (!seasons.accepts(occurredAt)) {
            return Optional.of(Code.BEFORE_THE_FIRST_SEASON.of("occurredAt", occurredAt));
        }
        if (seasons.open(occurredAt).isEmpty()) {
            return Optional.of(Code.TOO_MANY_SEASONS.of("occurredAt", occurredAt));
        }
        return seasons.expired(occurredAt)
                ? Optional.of(Code.LEDGER_EXPIRED.of("occurredAt", occurredAt))
                : Optional.empty();
    }
}
