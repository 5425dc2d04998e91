package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dashboard and alert rules ask for what there is. */
@IntegrationTest
@Tag("any-database")
@Tag("any-redis")
class MonitoringIntegrationTests {

    /** Those of webhooks are there if one is configured. */
    private static final Pattern METRIC =
            Pattern.compile("(streakboard(?!_webhooks)|hikaricp|jvm|process|http_server)_[a-z_]+");

    private static final Pattern RUNBOOK = Pattern.compile("runbook: operations.md#(\\S+)");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\S+)");

    private final Api api;

    MonitoringIntegrationTests(Api api) {
        this.api = api;
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/monitoring/dashboard.json", "docs/monitoring/alerts.yaml"})
    void everyMetricIsThere(String file) throws IOException {
        api.learner(Learners.next()).post("/api/sign-ins").has(201);

        var asked = metrics(Files.readString(Path.of(file)));

        assertThat(asked).isNotEmpty();
        await().untilAsserted(() ->
                assertThat(asked).isSubsetOf(metrics(api.admin().prometheus()))); // points come a moment later
    }

    @Test
    void everyMetricOfOursSaysWhatItIs() {
        assertThat(api.admin()
                        .prometheus()
                        .lines()
                        .filter(line -> line.startsWith("# HELP streakboard_"))
                        .map(line -> line.replaceFirst("# HELP (\\S+) *", "$1 ")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).matches("\\S+ \\S.*"));
    }

    @Test
    void timesAreCountedInAFewBucketsForTheRoutesThatPeopleWaitFor() {
        var learner = api.learner(Learners.next());
        learner.post("/api/sign-ins").has(201);
        learner.get("/api/points/today").has(200);

        await().untilAsserted(
                        () -> { // the last request may be counted after its answer
                            var buckets = api.admin()
                                    .prometheus()
                                    .lines()
                                    .filter(line -> line.startsWith("http_server_requests_seconds_bucket"))
                                    .toList();
                            assertThat(buckets)
                                    .filteredOn(line ->
                                            line.contains("uri=\"/api/sign-ins\"") && line.contains("status=\"201\""))
                                    .hasSize(8)
                                    .anyMatch(line -> line.contains("le=\"0.25\""));
                            assertThat(buckets)
                                    .filteredOn(line -> line.contains("uri=\"/api/points/today\""))
                                    .isNotEmpty()
                                    .allMatch(line -> line.contains("le=\"5.0\"") || line.contains("le=\"+Inf\""));
                        });
    }

    @Test
    void everyAlertHasItsPlaceInTheRunbook() throws IOException {
        var headings = new TreeSet<String>();
        Files.readAllLines(Path.of("docs/operations.md")).stream()
                .filter(line -> line.startsWith("##"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .forEach(headings::add);

        var alerts = Files.readString(Path.of("docs/monitoring/alerts.yaml"));
        assertThat(found(RUNBOOK, alerts).map(match -> match.group(1)))
                .hasSameSizeAs(found(ALERT, alerts).toList())
                .isSubsetOf(headings);
    }

    @Test
    void livenessKnowsTheThreadsThatHaveToRun() {
        var liveness = api.admin().actuator("/health/liveness").has(200);

        assertThat(liveness.at("/status").asString()).isEqualTo("UP");
        assertThat(liveness.at("/components").propertyNames()).contains("journal", "livenessState");
    }

    private static List<String> metrics(String text) {
        return found(METRIC, text).map(MatchResult::group).distinct().toList();
    }

    private static Stream<MatchResult> found(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
