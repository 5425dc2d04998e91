package io.streakboard.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

/** The messages for an operator when the application does not start. */
class StartTests {

    private static final String TOKENS = "spring.security.oauth2.resourceserver.jwt.";

    @Test
    void withoutIssuerAndAudienceEachIsNamed() {
        assertThat(StartConditions.reasons(new MockEnvironment()))
                .anySatisfy(reason -> assertThat(reason).startsWith(TOKENS + "issuer-uri is not set"))
                .anySatisfy(reason -> assertThat(reason).startsWith(TOKENS + "audiences is not set"));
    }

    @Test
    void whatIsCompleteStarts() {
        assertThat(StartConditions.reasons(complete("production"))).isEmpty();
        assertThat(StartConditions.reasons(
                        complete("development").withProperty("streakboard.clock.start", "2026-11-18T12:00:00Z")))
                .isEmpty();
    }

    @Test
    void aClockOfDevelopmentDoesNotStartInProduction() {
        assertThat(StartConditions.reasons(
                        complete("production").withProperty("streakboard.clock.start", "2026-11-18T12:00:00Z")))
                .singleElement()
                .asString()
                .startsWith("streakboard.clock.start ");
    }

    @ParameterizedTest
    @CsvSource({
        "jwt.principal-claim-name,       streakboard.tokens.learner-claim",
        "jwt.authorities-claim-name,     streakboard.tokens.roles-claim",
        "jwt.authorities-claim-delimiter, streakboard.tokens.roles-claim",
        "'jwt.authorities-claim-expressions[0]', streakboard.tokens.roles-claim",
        "jwt.authority-prefix,           streakboard.tokens.roles.admin",
        "opaquetoken.introspection-uri,  spring.security.oauth2.resourceserver.jwt.issuer-uri"
    })
    void aPropertyWithoutEffectIsToldWithTheOneThatHas(String property, String instead) {
        var name = "spring.security.oauth2.resourceserver." + property;

        assertThat(StartConditions.reasons(complete("production").withProperty(name, "")))
                .singleElement()
                .asString()
                .startsWith(name.replace("[0]", "") + " has no effect; set " + instead);
    }

    @Test
    void theProfilesExcludeEachOther() {
        assertThat(StartConditions.reasons(complete("production", "development")))
                .singleElement()
                .asString()
                .contains("both active");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/api/", "/api/actuator"})
    void theActuatorIsNoPartOfTheApi(String path) {
        assertThat(StartConditions.reasons(
                        complete("production").withProperty("management.endpoints.web.base-path", path)))
                .containsExactly("management.endpoints.web.base-path: '%s' must not be below /api".formatted(path));
    }

    private static MockEnvironment complete(String... profiles) {
        var environment = new MockEnvironment()
                .withProperty(TOKENS + "issuer-uri", "https://id.example.org")
                .withProperty(TOKENS + "audiences", "streakboard");
        environment.setActiveProfiles(profiles);
        return environment;
    }

    @ParameterizedTest
    @CsvSource({
        "08S01, 0, does not answer at jdbc:mysql://db/streakboard.",
        "28000, 1045, refuses the user 'app'.",
        "42000, 1044, refuses the user 'app'.",
        "42000, 1049, has no schema of this name: jdbc:mysql://db/streakboard."
    })
    void aDatabaseThatCannotBeUsedIsToldInOneSentence(String state, int code, String told) {
        var failure = new IllegalStateException(
                "flyway", new SQLTransientConnectionException("pool", new SQLException("driver", state, code)));

        var analysis = Objects.requireNonNull(analyzer().analyze(failure));

        assertThat(analysis.getDescription()).contains(told).doesNotContain("secret");
        assertThat(analysis.getAction()).contains("spring.datasource.");
    }

    @Test
    void otherFailuresOfSqlKeepTheirStackTrace() {
        assertThat(analyzer().analyze(new IllegalStateException(new SQLException("syntax", "42000", 1064))))
                .isNull();
    }

    private static DatabaseAnalyzer analyzer() {
        return new DatabaseAnalyzer(new MockEnvironment()
                .withProperty("spring.datasource.url", "jdbc:mysql://db/streakboard?password=secret")
                .withProperty("spring.datasource.username", "app"));
    }

    @Test
    void aRedisThatMayLoseSignInsIsWarnedOf() {
        assertThat(RedisDurability.warnings(
                        Map.of("appendonly", "yes", "appendfsync", "always", "maxmemory-policy", "noeviction")))
                .isEmpty();
        assertThat(RedisDurability.warnings(Map.of("appendfsync", "everysec")))
                .singleElement()
                .asString()
                .contains("appendfsync everysec");
        assertThat(RedisDurability.warnings(Map.of("10.0.0.1:6379.maxmemory-policy", "allkeys-lru")))
                .singleElement()
                .asString()
                .contains("10.0.0.1:6379.maxmemory-policy allkeys-lru");
    }
}
