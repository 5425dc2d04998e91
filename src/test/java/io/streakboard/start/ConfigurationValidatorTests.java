package io.streakboard.start;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.TestProperties;
import io.streakboard.web.LocalizedText;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.validation.annotation.Validated;

/** Of several groups, two of which share a prefix. */
class ConfigurationValidatorTests {

    enum Operator {
        SUM,
        BEST_OF_ALL
    }

    record Board(
            @DefaultValue("") String name,
            @DefaultValue("sum") Operator operator,
            @DefaultValue("1") long maxScore,
            @Nullable LocalizedText title) {}

    @ConfigurationProperties("streakboard")
    record Boards(@DefaultValue List<Board> boards) {}

    record MakeUps(@DefaultValue("1") int quota) {}

    @ConfigurationProperties("streakboard.signin")
    @Validated
    record SignIns(
            @DefaultValue("10") List<Integer> ladder,
            @DefaultValue MakeUps makeUps,
            @DefaultValue("2") @Min(1) int yearsAhead) {}

    @ConfigurationProperties("streakboard.signin")
    record Checks(@DefaultValue("1s") Duration checkInterval) {

        Checks {
            if (checkInterval.isNegative()) {
                throw new IllegalArgumentException("streakboard.signin.check-interval must not be negative");
            }
        }
    }

    @ConfigurationProperties("streakboard.demo")
    record Demo(@DefaultValue Map<String, String> anything) {}

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({Boards.class, SignIns.class, Checks.class, Demo.class, TestProperties.class})
    @Import(StartConditions.class)
    static class Groups {}

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Groups.class)
            .withPropertyValues(
                    "spring.security.oauth2.resourceserver.jwt.issuer-uri=https://id.example.org",
                    "spring.security.oauth2.resourceserver.jwt.audiences=streakboard");

    @ParameterizedTest
    @CsvSource({
        "streakboard.boards[0].operater, streakboard.boards[0].operator",
        "streakboard.sigin.ladder,       streakboard.signin.ladder",
        "streakboard.signin.make-ups.kwota, streakboard.signin.make-ups.quota",
        "streakboard.signin.ladders,  streakboard.signin.ladder",
        "streakboard.check-intervall,    streakboard.signin.check-interval",
        "streakboard.signin.check.interval, streakboard.signin.check-interval",
    })
    void unknownNamesAreRefusedWithTheNearestOne(String unknown, String nearest) {
        application
                .withPropertyValues(unknown + "=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessage(unknown + " is unknown; the nearest known name is " + nearest));
    }

    @ParameterizedTest
    @CsvSource({
        "streakboard.redis.patience, streakboard.redis.retry-timeout",
        "streakboard.signin.journal.PATIENCE, streakboard.signin.journal.max-throttle",
        "streakboard.updates.perLearner, streakboard.updates.max-streams-per-learner",
    })
    void renamedNamesSayWhatTheyAreCalledNow(String former, String present) {
        application
                .withPropertyValues(former + "=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessage(former.toLowerCase(Locale.ROOT) + " is now called " + present));
    }

    @ParameterizedTest
    @ValueSource(strings = {"streakboard.overload.timeout=5s", "streakboard.overload.TIMEOUT=5s"})
    void formerNamesSayWhatTookTheirPlace(String former) {
        application
                .withPropertyValues(former)
                .run(context -> assertThat(failure(context))
                        .startsWith("streakboard.overload.timeout is gone: the proxy bounds the time of clients")
                        .contains("server.tomcat.connection-timeout"));
    }

    @Test
    void relaxedNamesAreKnown() {
        application
                .withPropertyValues(
                        "streakboard.boards[0].maxScore=5",
                        "streakboard.boards[0].name=quiz",
                        "streakboard.signin.make_ups.QUOTA=3",
                        "streakboard.signin.ladder=10,20",
                        "streakboard.demo.anything.of.any-name=1")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Boards.class).boards())
                            .containsExactly(new Board("quiz", Operator.SUM, 5, null));
                    assertThat(context.getBean(SignIns.class).makeUps().quota()).isEqualTo(3);
                });
    }

    @Test
    void textsOfAListThatAnotherListReplacesAreKnown() {
        application
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new MapPropertySource("file", Map.of("streakboard.boards[0].title.en", "A quiz"))))
                .withPropertyValues("streakboard.boards[0].name=quiz")
                .run(context -> assertThat(context.getBean(Boards.class).boards())
                        .extracting(Board::title)
                        .containsOnlyNulls());
    }

    @Test
    void variablesOfTheEnvironmentAreKnownInBothSpellings() {
        withVariables(Map.of(
                        "STREAKBOARD_SIGNIN_CHECKINTERVAL", "7s",
                        "STREAKBOARD_SIGNIN_YEARS_AHEAD", "3",
                        "STREAKBOARD_BOARDS_0_MAX_SCORE", "9",
                        "STREAKBOARD_BOARDS_0_NAME", "quiz",
                        "STREAKBOARD_SERVICE_PORT_HTTP", "8080", // Kubernetes tells where its services are
                        "STREAKBOARD_PORT", "tcp://10.0.0.1:8080",
                        "STREAKBOARD_PORT_8080_TCP_ADDR", "10.0.0.1"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Checks.class).checkInterval()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(context.getBean(SignIns.class).yearsAhead()).isEqualTo(3);
                });
        withVariables(Map.of("STREAKBOARD_SIGNIN_MAKE_UPS_KWOTA", "3"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageStartingWith("STREAKBOARD_SIGNIN_MAKE_UPS_KWOTA is unknown"));
    }

    private ApplicationContextRunner withVariables(Map<String, Object> variables) {
        return application.withInitializer(context -> context.getEnvironment()
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables)));
    }

    @Test
    void mistakesOfAllGroupsAreToldAtOnceOneSentenceEach() {
        application
                .withPropertyValues(
                        "spring.security.oauth2.resourceserver.jwt.audiences=",
                        "streakboard.boards[0].name=one",
                        "streakboard.boards[0].operator=median",
                        "streakboard.boards[1].name=two",
                        "streakboard.boards[1].max-score=many",
                        "streakboard.boards[2].name=three",
                        "streakboard.boards[2].max-scores=1",
                        "streakboard.signin.years-ahead=0",
                        "streakboard.signin.check-interval=-1s",
                        "streakboard.demo.nothing=1")
                .run(context -> assertThat(failure(context).lines())
                        .containsExactlyInAnyOrder(
                                "spring.security.oauth2.resourceserver.jwt.audiences is not set: tokens for other"
                                        + " applications would be taken",
                                "streakboard.boards[2].max-scores is unknown; the nearest known name is"
                                        + " streakboard.boards[2].max-score",
                                "streakboard.demo.nothing is unknown; the nearest known name is"
                                        + " streakboard.demo.anything",
                                "streakboard.boards[0].operator: 'median' must be one of sum, best-of-all",
                                "streakboard.boards[1].max-score: 'many' must be a number",
                                "streakboard.signin.years-ahead must be greater than or equal to 1",
                                "streakboard.signin.check-interval must not be negative"));
    }

    private static String failure(AssertableApplicationContext context) {
        return requireNonNull(requireNonNull(context.getStartupFailure()).getMessage());
    }
}
