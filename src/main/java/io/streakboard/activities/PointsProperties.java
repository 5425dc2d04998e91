package io.streakboard.activities;

import jakarta.validation.Valid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param types the types of activities that are worth points; SIGN_IN, LESSON, QUESTION, NOTE and REVIEW by default
 * @param clockSkew how far in the future an activity may lie, as clocks differ
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
        var codes = new ArrayList<String>();
        for (var type : types) {
            if (codes.contains(type.code())) {
                throw new IllegalArgumentException("streakboard.points.types[" + codes.size() + "].code: " + type.code()
                        + " is the code of types[" + codes.indexOf(type.code()) + "] already");
            }
            codes.add(type.code());
        }
        if (!codes.contains(Activity.SIGN_IN)) {
            throw new IllegalArgumentException(
                    "streakboard.points.types: the list replaces all defaults, so it has to name SIGN_IN too");
        }
    }
}
