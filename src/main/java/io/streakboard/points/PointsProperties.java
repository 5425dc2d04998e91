package io.streakboard.points;

import jakarta.validation.Valid;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param types what is worth points; SIGN_IN, LESSON, QUESTION, NOTE and REVIEW if none are given
 * @param clockSkew how far in the future an activity may lie, for clocks that differ
 */
@Validated
@ConfigurationProperties("streakboard.points")
record PointsProperties(
        @DefaultValue List<@Valid PointsType> types,
        @DefaultValue("1m") Duration clockSkew) {

    private static final List<PointsType> DEFAULTS = List.of(
            new PointsType(Activity.SIGN_IN, 0, null),
            new PointsType("LESSON", 10, 50),
            new PointsType("QUESTION", 5, 20),
            new PointsType("NOTE", 3, 20),
            new PointsType("REVIEW", 10, null));

    PointsProperties {
        types = types.isEmpty() ? DEFAULTS : List.copyOf(types);
        for (var type : types) {
            if (type.dailyCap() != null && type.dailyCap() < type.points()) {
                throw new IllegalArgumentException("streakboard.points.types: the daily cap of " + type.code()
                        + " is below what one activity is worth");
            }
        }
        for (var type : types) {
            if (type.code().equals(Activity.SIGN_IN) && type.dailyCap() != null) {
                throw new IllegalArgumentException("streakboard.points.types: " + type.code()
                        + " is paid once a day by its ladder and has no daily cap");
            }
            if (type.code().equals(Adjustments.TYPE)) {
                throw new IllegalArgumentException(
                        "streakboard.points.types: " + type.code() + " is the type of what admins grant and deduct");
            }
        }
        if (types.stream().map(PointsType::code).distinct().count() < types.size()) {
            throw new IllegalArgumentException("streakboard.points.types: two types have the same code");
        }
    }
}
