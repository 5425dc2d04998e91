package io.streakboard.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code --streakboard.check} as operators call it: a process, without MySQL and Redis. */
class CheckTests {

    private static final String SHIPPED = "src/main/container/kubernetes/base/application.yaml";

    private record Ended(int code, String output) {}

    @Test
    void theShippedConfigurationIsRight() throws IOException, InterruptedException {
        var ended = check();

        assertThat(ended.output()).contains("The configuration has no mistakes").doesNotContain("HikariPool");
        assertThat(ended.code()).isZero();
    }

    @Test
    void mistakesOfAllModulesAreToldAtOnce() throws IOException, InterruptedException {
        var ended = check(
                "--streakboard.season.months-ahead=many",
                "--streakboard.signin.journal.batch-sise=1",
                "--streakboard.points.bonuses[0].name=Xmas",
                "--streakboard.badges.key=abc",
                "--streakboard.signin.layout=paged");

        assertThat(ended.output())
                .contains("streakboard.season.months-ahead: 'many' must be a number")
                .contains("streakboard.signin.journal.batch-sise is unknown")
                .contains("streakboard.points.bonuses[0].name must match")
                .contains("streakboard.badges.key: must be a JWK")
                .contains("streakboard.signin.layout=paged needs numbers");
        assertThat(ended.code()).isEqualTo(1);
    }

    /** Rules are compared with each other when each of them is right by itself. */
    @Test
    void whatTheRulesSayOfEachOtherIsChecked() throws IOException, InterruptedException {
        var ended = check(
                "--streakboard.rewards.boards.cup[0].to-rank=1",
                "--streakboard.leagues.types=LESON",
                "--streakboard.leagues.tiers[0].name=Gold");

        assertThat(ended.output())
                .contains("streakboard.rewards.boards.cup: is not a board")
                .contains("streakboard.leagues.types: LESON is not one of the points types")
                .contains("streakboard.leagues.tiers[0].name: must be a small letter");
        assertThat(ended.code()).isEqualTo(1);
    }

    private static Ended check(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.streakboard.StreakboardApplication",
                "--streakboard.check",
                "--spring.config.additional-location=file:" + SHIPPED,
                "--spring.datasource.url=jdbc:mysql://127.0.0.1:1/nowhere",
                "--spring.data.redis.port=1"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
