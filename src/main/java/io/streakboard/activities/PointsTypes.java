package io.streakboard.activities;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toUnmodifiableSet;

import io.streakboard.points.Claim;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** The configured points types by code. */
@Component
public class PointsTypes {

    private final Map<String, PointsType> byCode;

    PointsTypes(PointsProperties properties) {
        this.byCode = properties.types().stream()
                .collect(toMap(PointsType::code, Function.identity(), (first, second) -> first, LinkedHashMap::new));
    }

    /** All types in the configured order. */
    Collection<PointsType> all() {
        return byCode.values();
    }

    /** The codes of all types but sign-ins: the types paid for learning. */
    public Set<String> ofLearning() {
        return byCode.keySet().stream()
                .filter(code -> !code.equals(Activity.SIGN_IN))
                .collect(toUnmodifiableSet());
    }

    public boolean contains(String code) {
        return byCode.containsKey(code);
    }

    /** The claim for an activity of a configured type: its points and the cap of the type. */
    Claim claim(Activity activity) {
        var type = Objects.requireNonNull(byCode.get(activity.type()), activity.type());
        return new Claim(
                activity.learner(),
                type.code(),
                activity.sourceId(),
                activity.occurredAt(),
                type.points(),
                type.dailyCap());
    }

    @Override
    public String toString() {
        return String.join(", ", byCode.keySet());
    }
}
