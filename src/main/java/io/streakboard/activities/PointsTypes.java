package io.streakboard.activities;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.streakboard.points.BonusTitles;
import io.streakboard.points.Claim;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.web.CallerLanguage;
import io.streakboard.web.Text;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The points types of the rulebook, and what an activity is worth. */
@Component
public class PointsTypes implements BonusTitles {

    private final Rulebook rulebook;
    private final PointsSection section;

    PointsTypes(Rulebook rulebook, PointsSection section) {
        this.rulebook = rulebook;
        this.section = section;
    }

    PointsRules current() {
        return rulebook.current(section);
    }

    /** The codes of all types in the properties of this instance. */
    public Set<String> configured() {
        return codes(section.configured());
    }

    /** The codes of all types in force. */
    public Set<String> codes() {
        return codes(current());
    }

    private static Set<String> codes(PointsRules rules) {
        return rules.types().stream().map(PointsType::code).collect(toUnmodifiableSet());
    }

    /** The violation of an activity's type; empty if the rules in force when it happened have it. */
    Optional<Violation> violation(Activity activity) {
        return violation(activity.type(), at(activity.occurredAt()).types());
    }

    /** The violation of a type whose sources may get titles; the sources of sign-ins are days. */
    Optional<Violation> violationOfTitled(String type) {
        return violation(
                type,
                current().types().stream()
                        .filter(each -> !each.code().equals(Activity.SIGN_IN))
                        .toList());
    }

    private static Optional<Violation> violation(String type, List<PointsType> known) {
        if (!Text.isWhole(type)) {
            return Optional.of(ViolationCode.TEXT_BROKEN.of("type"));
        }
        var codes = known.stream().map(PointsType::code).toList();
        return codes.contains(type)
                ? Optional.empty()
                : Optional.of(ViolationCode.TYPE_UNKNOWN.of("type", Text.shown(type), String.join(", ", codes)));
    }

    /** Whether the rules in force when an activity happened have its type. */
    boolean pay(Activity activity) {
        return violation(activity).isEmpty();
    }

    /** Learns of new rules before activities are taken in. */
    void refresh() {
        rulebook.refreshIfStale();
    }

    private PointsRules at(Instant instant) {
        return rulebook.at(section, instant);
    }

    /** The claim for an activity of a known type, by the rules in force when it happened. */
    Claim claim(Activity activity) {
        var rules = at(activity.occurredAt());
        var type = rules.type(activity.type()).orElseThrow();
        return rules.bonus(type.code(), activity.occurredAt())
                .map(bonus -> claim(activity, bonus.points(type.points()), bonus.cap(type.dailyCap()))
                        .withBonus(bonus.name(), bonus.title().toString(), bonus.percent()))
                .orElseGet(() -> claim(activity, type.points(), type.dailyCap()));
    }

    private static Claim claim(Activity activity, int points, @Nullable Integer dailyCap) {
        return new Claim(
                activity.learner(), activity.type(), activity.sourceId(), activity.occurredAt(), points, dailyCap);
    }

    @Override
    public String shown(String bonus, String kept) {
        return current().bonuses().stream()
                .filter(each -> each.name().equals(bonus) && each.title().has(kept))
                .findFirst()
                .map(each -> CallerLanguage.of(each.title()))
                .orElse(kept);
    }
}
