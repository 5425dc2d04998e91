package io.streakboard.activities;

import io.streakboard.activities.Bonus.Cap;
import io.streakboard.rulebook.RuleDocument;
import jakarta.validation.Valid;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What activities are worth.
 *
 * @param types the types of activities that are worth points; SIGN_IN, LESSON, QUESTION, NOTE and REVIEW by default
 * @param bonuses more points for some time
 */
@Validated
@ConfigurationProperties("streakboard.points")
record PointsRules(
        @DefaultValue List<@Valid PointsType> types,
        @DefaultValue List<@Valid Bonus> bonuses) {

    private static final List<PointsType> DEFAULTS = List.of(
            new PointsType(Activity.SIGN_IN, 0, null),
            new PointsType("LESSON", 10, 50),
            new PointsType("QUESTION", 5, 20),
            new PointsType("NOTE", 3, 20),
            new PointsType("REVIEW", 10, null));

    PointsRules {
        types = types.isEmpty() ? DEFAULTS : List.copyOf(types);
        bonuses = List.copyOf(bonuses);
        var codes = types.stream().map(PointsType::code).toList();
        RuleDocument.requireDistinct("streakboard.points.types", "code", codes);
        RuleDocument.requireDistinct(
                "streakboard.points.bonuses",
                "name",
                bonuses.stream().map(Bonus::name).toList());
        if (!codes.contains(Activity.SIGN_IN)) {
            throw new IllegalArgumentException(
                    "streakboard.points.types: the list replaces all defaults, so it has to name SIGN_IN too");
        }
    }

    Optional<PointsType> type(String code) {
        return types.stream().filter(type -> type.code().equals(code)).findFirst();
    }

    /** The greatest bonus for an activity; of two equal ones the one that raises the cap, too. */
    Optional<Bonus> bonus(String type, Instant occurredAt) {
        return bonuses.stream()
                .filter(bonus -> bonus.raises(type, occurredAt))
                .max(Comparator.comparingInt(Bonus::percent).thenComparing(bonus -> bonus.dailyCap() == Cap.SCALED));
    }

    /** The most that activities of an instant can bring a learner to on its day; null: no limit. */
    @Nullable
    Integer dailyCap(PointsType type, Instant occurredAt) {
        var bonus = bonus(type.code(), occurredAt).orElse(null);
        return bonus == null ? type.dailyCap() : bonus.cap(type.dailyCap());
    }

    /** The bonuses that run at an instant or begin soon after it, in the order in which they begin. */
    List<Bonus> bonusesFrom(Instant now, Duration soon) {
        return bonuses.stream()
                .filter(bonus -> now.isBefore(bonus.to()) && !bonus.from().isAfter(now.plus(soon)))
                .sorted(Comparator.comparing(Bonus::from))
                .toList();
    }

    /** When the result of {@link #bonusesFrom} changes next, or a bonus in it begins. */
    Optional<Instant> bonusesChange(Instant now, Duration soon) {
        return bonuses.stream()
                .flatMap(bonus -> Stream.of(bonus.from().minus(soon), bonus.from(), bonus.to()))
                .filter(now::isBefore)
                .min(Comparator.naturalOrder());
    }
}
