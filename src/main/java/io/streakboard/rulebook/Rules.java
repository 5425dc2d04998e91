package io.streakboard.rulebook;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The rules of a version, by section. */
public final class Rules {

    private final Map<RuleSection<?>, Object> bySection = new LinkedHashMap<>();

    /** Only while a document is read, before others see these rules. */
    <R> void put(RuleSection<R> section, R rules) {
        bySection.put(section, rules);
    }

    public <R> R of(RuleSection<R> section) {
        return section.type().cast(Objects.requireNonNull(bySection.get(section)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Rules rules && bySection.equals(rules.bySection);
    }

    @Override
    public int hashCode() {
        return bySection.hashCode();
    }
}
