package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Configuration;

class PointsPropertiesTests {

    private static final PointsType LESSON = new PointsType("LESSON", 10, 50);

    @Test
    void withoutTypesThereAreTheFiveOfTheHouse() {
        assertThat(of().types())
                .extracting(PointsType::code)
                .containsExactly("SIGN_IN", "LESSON", "QUESTION", "NOTE", "REVIEW");
    }

    @Test
    void twoTypesOfOneCodeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(LESSON, new PointsType("LESSON", 5, null)))
                .withMessageContaining("same code");
    }

    @Test
    void aCapBelowTheValueOfOneActivityIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(new PointsType("NOTE", 10, 9)))
                .withMessageContaining("NOTE");
        assertThat(of(new PointsType("NOTE", 10, 10)).types()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"code,lower", "code,''", "points,-1", "daily-cap,0"})
    void anInvalidTypeStopsTheApplication(String property, String value) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withUserConfiguration(Points.class)
                .withPropertyValues(
                        "streakboard.points.types[0].code=VIDEO",
                        "streakboard.points.types[0].points=0",
                        "streakboard.points.types[0]." + property + "=" + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("types[0]." + property.replace("daily-cap", "dailyCap")));
    }

    private static PointsProperties of(PointsType... types) {
        return new PointsProperties(List.of(types), Duration.ofMinutes(1));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(PointsProperties.class)
    static class Points {}
}
