package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dashboard and alert rules ask for what there is. */
@IntegrationTest
class MonitoringIntegrationTests {

    private static final Pattern METRIC = Pattern.compile("(streakboard|hikaricp|jvm|process|http_server)_[a-z_]+");
    private static final Pattern RUNBOOK = Pattern.compile("runbook: operations.md#(\\S+)");

    private final Api api;

    MonitoringIntegrationTests(Api api) {
        this.api = api;
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/monitoring/dashboard.json", "docs/monitoring/alerts.yaml"})
    void everyMetricIsThere(String file) throws IOException {
        api.learner(Learners.next()).post("/api/sign-ins").has(201);

        var known = api.admin().prometheus();

        assertThat(found(METRIC, Files.readString(Path.of(file))).map(MatchResult::group))
                .isNotEmpty()
                .isSubsetOf(found(METRIC, known).map(MatchResult::group).toList());
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

        assertThat(found(RUNBOOK, Files.readString(Path.of("docs/monitoring/alerts.yaml")))
                        .map(match -> match.group(1)))
                .hasSize(11)
                .isSubsetOf(headings);
    }

    @Test
    void livenessKnowsTheThreadsThatHaveToRun() {
        var liveness = api.admin().actuator("/health/liveness").has(200);

        assertThat(liveness.at("/status").asString()).isEqualTo("UP");
        assertThat(liveness.at("/components").propertyNames())
                .contains("journal", "learnerNames", "livenessState", "servingThreads");
    }

    private static Stream<MatchResult> found(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
