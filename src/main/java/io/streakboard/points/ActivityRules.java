package io.streakboard.points;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What makes an activity valid. */
@Component
class ActivityRules {

    static final String DELETED = "learner: has been deleted";

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
            return Optional.of("learner: must be positive");
        }
        if (deleted.contains(activity.learner())) {
            return Optional.of(DELETED);
        }
        if (!isText(activity.type()) || !isText(activity.sourceId())) {
            return Optional.of("type, sourceId: must not have half a character");
        }
        if (!types.contains(activity.type())) {
            return Optional.of("type: '" + activity.type() + "' is not one of " + types);
        }
        return timeViolation(activity).or(() -> sourceIdViolation(activity));
    }

    /** JSON can have one surrogate without the other: MySQL stores it as a question mark, and no answer can name it. */
    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private Optional<String> sourceIdViolation(Activity activity) {
        var sourceId = activity.sourceId();
        if (sourceId.isBlank() || sourceId.length() > LONGEST_SOURCE_ID) {
            return Optional.of("sourceId: must have 1 to " + LONGEST_SOURCE_ID + " characters");
        }
        if (!sourceId.equals(sourceId.strip())) {
            return Optional.of("sourceId: must not begin or end with a blank"); // MySQL's keys ignore those at the end
        }
        var day = time.dayOf(activity.occurredAt()).toString();
        if (activity.type().equals(Activity.SIGN_IN) && !sourceId.equals(day)) {
            return Optional.of("sourceId: must be the day of the sign-in, " + day);
        }
        return Optional.empty();
    }

    private Optional<String> timeViolation(Activity activity) {
        var occurredAt = activity.occurredAt();
        if (occurredAt.isAfter(time.now().plus(properties.clockSkew()))) {
            return Optional.of("occurredAt: " + occurredAt + " lies in the future");
        }
        if (!seasons.accepts(occurredAt)) {
            return Optional.of("occurredAt: " + occurredAt + " lies before the first season");
        }
        return seasons.expired(occurredAt) ? Optional.of(expired(occurredAt)) : Optional.empty();
    }

    /** Without the ledger nobody can tell whether it has been counted before. */
    static String expired(Instant occurredAt) {
        return "occurredAt: the ledger of the season of " + occurredAt + " has outlived streakboard.season.retention";
    }
}
