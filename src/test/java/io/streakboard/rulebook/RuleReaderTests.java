package io.streakboard.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.DefaultValue;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RuleReaderTests {

    enum Order {
        RISING,
        FALLING_FAST
    }

    record Kind(
            @Pattern(regexp = "[A-Z]{1,32}") String code,
            @DefaultValue("1") @Max(1000) int points,
            @Nullable @Min(1) Integer dailyCap,
            @DefaultValue("rising") Order order,
            @DefaultValue("P2D") Duration retention,
            @DefaultValue("false") boolean shared,
            @DefaultValue({"1"}) List<Long> levels) {

        Kind {
            if (dailyCap != null && dailyCap < points) {
                throw new IllegalArgumentException("daily-cap is below the points");
            }
        }
    }

    record Kinds(
            @DefaultValue List<@Valid Kind> kinds,
            @DefaultValue Map<@Positive Integer, @Positive Integer> milestones) {}

    private final RuleSection<Kinds> section = new RuleSection<>() {

        @Override
        public Class<Kinds> type() {
            return Kinds.class;
        }

        @Override
        public String prefix() {
            return "streakboard.test";
        }

        @Override
        public Kinds configured() {
            return NOTHING;
        }

        @Override
        public void map(RuleDocument document) {
            document.mapNamed("types", "streakboard.test.kinds", "code", Set.of("prizes"));
            document.map("more", "streakboard.test");
        }

        @Override
        public void write(Kinds rules, ObjectNode document) {}
    };

    private static final Kinds NOTHING = new Kinds(List.of(), Map.of());

    private RuleDocument document = new RuleDocument(JsonMapper.shared().createObjectNode());

    private Kinds read(String json) {
        var beans = new DefaultListableBeanFactory();
        beans.registerSingleton("section", section);
        try (var validators = Validation.buildDefaultValidatorFactory()) {
            var reader = new RuleReader(
                    beans.getBeanProvider(org.springframework.core.ResolvableType.forClass(RuleSection.class)),
                    validators.getValidator());
            document = new RuleDocument((ObjectNode) JsonMapper.shared().readTree(json));
            var rules = reader.read(document);
            return document.violations().isEmpty() ? rules.of(section) : NOTHING;
        }
    }

    private List<String> violations(String json) {
        read(json);
        return document.violations().stream()
                .map(each -> each.path() + " " + each.code())
                .toList();
    }

    @Test
    void readsMembersLikeProperties() {
        var kinds = read("""
                {"types": {"LESSON": {"points": 10, "dailyCap": 50, "order": "falling-fast", "retention": "P3D",
                                      "shared": true, "levels": [1, 2], "prizes": []},
                           "NOTE": {}},
                 "more": {"milestones": {"7": 10, "14": 20}}}
                """);

        assertThat(document.violations()).isEmpty();
        assertThat(kinds)
                .isEqualTo(new Kinds(
                        List.of(
                                new Kind(
                                        "LESSON",
                                        10,
                                        50,
                                        Order.FALLING_FAST,
                                        Duration.ofDays(3),
                                        true,
                                        List.of(1L, 2L)),
                                new Kind("NOTE", 1, null, Order.RISING, Duration.ofDays(2), false, List.of(1L))),
                        Map.of(7, 10, 14, 20)));
    }

    @Test
    void findsAllViolations() {
        assertThat(violations("""
                        {"types": {"LESSON": {"points": "10", "order": "no", "retention": 5, "Points": 1, "maxScore": 2},
                                   "small": {"points": 1001, "dailyCap": 0},
                                   "NOTE": {"points": 10.5, "shared": "true", "levels": [1, "x"]},
                                   "LIST": [], "CAP": {"points": 5, "dailyCap": 2}, "CODE": {"code": "X"}},
                         "more": {"milestones": {"-1": 3, "7": 0}, "__proto__": {}, "dailycap": 1},
                         "others": 1}
                        """))
                .contains(
                        "/types/LESSON/points malformed",
                        "/types/LESSON/order malformed",
                        "/types/LESSON/retention malformed",
                        "/types/LESSON/Points unknown",
                        "/types/LESSON/maxScore unknown",
                        "/types/NOTE/points malformed",
                        "/types/NOTE/shared malformed",
                        "/types/NOTE/levels/1 malformed",
                        "/types/LIST malformed",
                        "/types/CODE/code unknown",
                        "/more/milestones/-1 unknown",
                        "/more/__proto__ unknown",
                        "/others unknown");
    }

    @Test
    void tellsConstraintsByTheirPath() {
        assertThat(violations("""
                        {"types": {"small": {"points": 1001}, "B": {"dailyCap": 2}}, "more": {"milestones": {"7": 0}}}
                        """))
                .containsExactlyInAnyOrder(
                        "/types/small pattern", "/types/small/points max", "/more/milestones/7 positive");
    }

    @Test
    void refusesNamesThatBootWouldTake() {
        assertThat(violations("{\"types\": {\"A\": {\"dailycap\": 2, \"daily_cap\": 3}}}"))
                .contains("/types/A/dailycap unknown", "/types/A/daily_cap unknown");
    }

    @Test
    void anEmptyListOrTextIsNotTheDefault() {
        assertThat(read("{\"types\": {\"A\": {\"levels\": []}}}").kinds())
                .singleElement()
                .extracting(Kind::levels)
                .isEqualTo(List.of());
        assertThat(violations("{\"types\": {\"A\": {\"dailyCap\": []}, \"B\": {\"dailyCap\": \"\"}}}"))
                .containsExactly("/types/A/dailyCap malformed", "/types/B/dailyCap malformed");
        assertThat(violations("{\"types\": {\"A\": {\"names\": []}}}")).containsExactly("/types/A/names unknown");
    }

    @Test
    void refusesListsThatWouldLoseElements() {
        assertThat(violations("{\"types\": {\"A\": {\"levels\": [null, 5]}, \"B\": {\"levels\": [1, null]}}}"))
                .contains("/types/A/levels/0 required", "/types/B/levels/1 required");
        assertThat(violations("{\"types\": {\"A\": {\"levels\": \"1,2\"}, \"B\": {\"levels\": \"\"}}}"))
                .contains("/types/A/levels malformed", "/types/B/levels malformed");
    }

    @Test
    void refusesOneNumberWrittenInTwoWays() {
        assertThat(violations("{\"more\": {\"milestones\": {\"7\": 10, \"07\": 20}}}"))
                .containsExactly("/more/milestones/07 unknown");
    }

    @Test
    void findsMistakesOfConstructors() {
        assertThat(violations("{\"types\": {\"CAP\": {\"points\": 5, \"dailyCap\": 2}}}"))
                .containsExactly("/types/CAP invalid");
    }
}
