package io.streakboard.points;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** The configured points types by code. */
@Component
class PointsTypes {

    private static final DailyCap UNLIMITED = new DailyCap(null);

    private final Map<String, PointsType> byCode;

    PointsTypes(PointsProperties properties) {
        this.byCode = properties.types().stream()
                .collect(toMap(PointsType::code, Function.identity(), (first, second) -> first, LinkedHashMap::new));
    }

    /** All types in the configured order. */
    Collection<PointsType> all() {
        return byCode.values();
    }

    boolean contains(String code) {
        return byCode.containsKey(code);
    }

    /** What an activity of a configured type is worth before the cap. */
    int worth(String code) {
        return Objects.requireNonNull(byCode.get(code), code).points();
    }

    /** The daily cap of a type; unlimited for what is not configured, such as adjustments. */
    DailyCap cap(String code) {
        var type = byCode.get(code);
        return type == null ? UNLIMITED : new DailyCap(type.dailyCap());
    }

    @Override
    public String toString() {
        return String.join(", ", byCode.keySet());
    }
}
