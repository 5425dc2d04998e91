package io.streakboard.activities;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.points.Reason;
import io.streakboard.points.Verdict;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
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

    /** What is wrong with an activity, starting with the name of the field; empty if nothing is. */
    Optional<String> violation(Activity activity) {
        if (activity.learner() <= 0) {
            return Optional.of(Reason.LEARNER_NOT_POSITIVE.with());
        }
        if (deleted.contains(activity.learner())) {
            return Optional.ofNullable(Verdict.deleted().detail());
        }
        if (!Text.isWhole(activity.type()) || !Text.isWhole(activity.sourceId())) {
            return Optional.of(Reason.TEXT_BROKEN.with());
        }
        if (!types.contains(activity.type())) {
            return Optional.of(Reason.TYPE_UNKNOWN.with(Text.shown(activity.type()), types));
        }
        return timeViolation(activity).or(() -> sourceIdViolation(activity));
    }

    private Optional<String> sourceIdViolation(Activity activity) {
        var sourceId = activity.sourceId();
        if (sourceId.isBlank() || sourceId.length() > LONGEST_SOURCE_ID) {
            return Optional.of(Reason.SOURCE_ID_LENGTH.with(LONGEST_SOURCE_ID));
        }
        if (!sourceId.equals(sourceId.strip())) {
            return Optional.of(Reason.SOURCE_ID_BLANKS.with()); // MySQL's keys ignore trailing blanks
        }
        var day = time.dayOf(activity.occurredAt()).toString();
        if (activity.type().equals(Activity.SIGN_IN) && !sourceId.equals(day)) {
            return Optional.of(Reason.SOURCE_ID_NOT_THE_DAY.with(day));
        }
        return Optional.empty();
    }

    private Optional<String> timeViolation(Activity activity) {
        var occurredAt = activity.occurredAt();
        if (occurredAt.isAfter(time.now().plus(properties.clockSkew()))) {
            return Optional.of(Reason.IN_THE_FUTURE.with(occurredAt));
        }
        if (!seasons.accepts(occurredAt)) {
            return Optional.of(Reason.BEFORE_THE_FIRST_SEASON.with(occurredAt));
        }
        if (seasons.open(occurredAt).isEmpty()) {
            return Optional.of(Reason.TOO_MANY_SEASONS.with(occurredAt));
        }
        return seasons.expired(occurredAt)
                ? Optional.ofNullable(Verdict.expired(occurredAt).detail())
                : Optional.empty();
    }
}
