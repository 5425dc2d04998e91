package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.activities.Bonus.Cap;
import io.streakboard.web.LocalizedText;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Configuration;

class PointsRulesTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
            .withUserConfiguration(Points.class)
            .withPropertyValues("streakboard.points.types[0].code=SIGN_IN", "streakboard.points.types[1].code=VIDEO");

    @Test
    void withoutConfiguredTypesThereAreFiveDefaults() {
        assertThat(new PointsRules(List.of(), List.of()).types())
                .extracting(PointsType::code)
                .containsExactly("SIGN_IN", "LESSON", "QUESTION", "NOTE", "REVIEW");
    }

    @Test
    void aCapMayBeWorthOneActivity() {
        application
                .withPropertyValues("streakboard.points.types[1].points=9", "streakboard.points.types[1].daily-cap=9")
                .run(context -> assertThat(context.getBean(PointsRules.class).types())
                        .containsExactly(new PointsType("SIGN_IN", 0, null), new PointsType("VIDEO", 9, 9)));
    }

    @ParameterizedTest
    @CsvSource({
        "types[1].code, lower, types[1].code",
        "types[1].code, '', types[1].code",
        "types[1].code, ADJUSTMENT, types[1]",
        "types[1].code, SEASON_REWARD, types[1]",
        "types[1].code, BOARD_PRIZE, types[1]",
        "types[1].code, SIGN_IN, types[1].code",
        "types[1].points, -1, types[1].points",
        "types[1].points, 1000001, types[1].points",
        "types[1].points, ten, types[1].points",
        "types[1].points, 1e30, types[1].points",
        "types[1].daily-cap, 0, types[1].dailyCap",
        "types[1].daily-cap, -5, types[1].dailyCap",
        "types[0].points, 10, types[0]",
        "types[0].daily-cap, 10, types[0]",
        "types[0].code, SINGING, types",
        "clock-skew, soon, clock-skew"
    })
    void invalidPropertiesStopTheStartAndAreNamed(String property, String value, String named) {
        application
                .withPropertyValues("streakboard.points." + property + "=" + value)
                .run(context -> assertThat(messages(context.getStartupFailure()))
                        .matches(".*streakboard\\.points[.'].*" + Pattern.quote(named) + ".*"));
    }

    @Test
    void bonusesAreConfigured() {
        application
                .withPropertyValues(
                        "streakboard.points.bonuses[0].name=christmas",
                        "streakboard.points.bonuses[0].title=Double video week",
                        "streakboard.points.bonuses[0].types=VIDEO",
                        "streakboard.points.bonuses[0].percent=200",
                        "streakboard.points.bonuses[0].daily-cap=unchanged",
                        "streakboard.points.bonuses[0].from=2026-12-21T00:00:00+08:00",
                        "streakboard.points.bonuses[0].to=2026-12-28T00:00:00+08:00",
                        "streakboard.points.bonuses[1].name=spring",
                        "streakboard.points.bonuses[1].percent=150",
                        "streakboard.points.bonuses[1].from=2027-03-01T00:00:00Z",
                        "streakboard.points.bonuses[1].to=2027-03-08T00:00:00Z")
                .run(context -> assertThat(context.getBean(PointsRules.class).bonuses())
                        .containsExactly(
                                new Bonus(
                                        "christmas",
                                        LocalizedText.of("Double video week"),
                                        List.of("VIDEO"),
                                        200,
                                        Cap.UNCHANGED,
                                        Instant.parse("2026-12-20T16:00:00Z"),
                                        Instant.parse("2026-12-27T16:00:00Z")),
                                new Bonus(
                                        "spring",
                                        LocalizedText.of("spring"),
                                        List.of(),
                                        150,
                                        Cap.SCALED,
                                        Instant.parse("2027-03-01T00:00:00Z"),
                                        Instant.parse("2027-03-08T00:00:00Z"))));
    }

    @ParameterizedTest
    @CsvSource({
        "name, Christmas, name",
        "name, '', name",
        "percent, 0, percent",
        "percent, -1, percent",
        "percent, 100, percent",
        "percent, 1001, percent",
        "percent, 1000000000, percent",
        "percent, 1e30, percent",
        "percent, double, percent",
        "daily-cap, halved, daily-cap",
        "from, '', from",
        "from, tomorrow, from",
        "from, 1999-12-31T00:00:00Z, bonuses[0]",
        "to, +10000-01-01T00:00:00Z, bonuses[0]",
        "to, 2026-12-20T23:59:59Z, bonuses[0]",
        "to, 2026-12-21T00:00:00Z, bonuses[0]"
    })
    void invalidBonusesStopTheStartAndAreNamed(String property, String value, String named) {
        application
                .withPropertyValues(
                        "streakboard.points.bonuses[0].name=christmas",
                        "streakboard.points.bonuses[0].percent=200",
                        "streakboard.points.bonuses[0].from=2026-12-21T00:00:00Z",
                        "streakboard.points.bonuses[0].to=2026-12-28T00:00:00Z",
                        "streakboard.points.bonuses[0]." + property + "=" + value)
                .run(context -> assertThat(messages(context.getStartupFailure()))
                        .matches(".*streakboard\\.points[.'].*" + Pattern.quote(named) + ".*"));
    }

    @Test
    void aCapBelowTheValueOfOneActivityStopsTheApplication() {
        application
                .withPropertyValues("streakboard.points.types[1].points=10", "streakboard.points.types[1].daily-cap=9")
                .run(context -> assertThat(messages(context.getStartupFailure()))
                        .contains("streakboard.points.types[1]", "daily-cap 9 of VIDEO is below the 10 points"));
    }

    private static String messages(@Nullable Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .map(each -> String.valueOf(each.getMessage()).replace('\n', ' '))
                .collect(Collectors.joining(" <- "));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({PointsRules.class, PointsProperties.class})
    static class Points {}
}
