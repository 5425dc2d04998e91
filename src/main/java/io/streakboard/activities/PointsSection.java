package io.streakboard.activities;

import io.streakboard.rulebook.RuleDocument;
import io.streakboard.rulebook.RuleSection;
import java.util.Set;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The members {@code types} and {@code bonuses} of the rulebook. */
@Component
@Order(1)
class PointsSection implements RuleSection<PointsRules> {

    private static final String TYPES = "/types/";

    private final PointsRules configured;

    PointsSection(PointsRules configured) {
        this.configured = configured;
    }

    @Override
    public Class<PointsRules> type() {
        return PointsRules.class;
    }

    @Override
    public String prefix() {
        return "streakboard.points";
    }

    @Override
    public PointsRules configured() {
        return configured;
    }

    @Override
    public void map(RuleDocument document) {
        document.mapNamed("types", "streakboard.points.types", "code", Set.of());
        document.mapNamed("bonuses", "streakboard.points.bonuses", "name", Set.of());
    }

    @Override
    public void write(PointsRules rules, ObjectNode document) {
        var types = document.putObject("types");
        for (var type : rules.types()) {
            var written = types.putObject(type.code());
            written.set("label", type.label().written());
            if (type.points() > 0) {
                written.put("points", type.points());
            }
            if (type.dailyCap() != null) {
                written.put("dailyCap", type.dailyCap());
            }
        }
        var bonuses = document.putObject("bonuses");
        for (var bonus : rules.bonuses()) {
            var written = bonuses.putObject(bonus.name());
            written.set("title", bonus.title().written());
            written.put("percent", bonus.percent())
                    .put("from", bonus.from().toString())
                    .put("to", bonus.to().toString());
            if (!bonus.types().isEmpty()) {
                bonus.types().forEach(written.putArray("types")::add);
            }
            if (bonus.dailyCap() == Bonus.Cap.UNCHANGED) {
                written.put("dailyCap", "unchanged");
            }
        }
    }

    @Override
    public void check(PointsRules rules, RuleDocument document) {
        for (var bonus : rules.bonuses()) {
            for (int i = 0; i < bonus.types().size(); i++) {
                var type = bonus.types().get(i);
                if (type.equals(Activity.SIGN_IN) || rules.type(type).isEmpty()) {
                    document.violation(
                            "/bonuses/" + bonus.name() + "/types/" + i,
                            "unknown-type",
                            "'%s' is not a type that activities pay".formatted(type));
                }
            }
        }
    }

    @Override
    public void compare(PointsRules former, PointsRules next, RuleDocument document) {
        for (var type : next.types()) {
            var before = former.type(type.code()).orElse(null);
            if (before == null) {
                document.effect(
                        TYPES + type.code(),
                        "adds",
                        "%s pays %d points%s".formatted(type.code(), type.points(), cap(type)));
            } else if (before.points() != type.points() || !cap(before).equals(cap(type))) {
                document.effect(
                        TYPES + type.code(),
                        "pays",
                        "%s %d → %d points%s".formatted(type.code(), before.points(), type.points(), cap(type)));
            }
        }
        for (var type : former.types()) {
            if (next.type(type.code()).isEmpty()) {
                document.effect(TYPES + type.code(), "removes", "activities of %s are refused".formatted(type.code()));
            }
        }
        for (var bonus : next.bonuses()) {
            if (!former.bonuses().contains(bonus)) {
                document.effect(
                        "/bonuses/" + bonus.name(),
                        "raises",
                        "%s pay %d %% from %s to %s"
                                .formatted(
                                        bonus.types().isEmpty() ? "all types" : String.join(", ", bonus.types()),
                                        bonus.percent(),
                                        bonus.from(),
                                        bonus.to()));
            }
        }
    }

    private static String cap(PointsType type) {
        return type.dailyCap() == null ? "" : ", at most %d a day".formatted(type.dailyCap());
    }
}
