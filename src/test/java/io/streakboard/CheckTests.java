package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;

/** {@code --streakboard.check}, without MySQL and Redis; as a process, as operators call it, where its exit code counts. */
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
    void whatTheRulesSayOfEachOtherIsChecked() {
        var application = new SpringApplication(StreakboardApplication.class);
        application.setRegisterShutdownHook(false);

        assertThatThrownBy(() -> application.run(arguments(
                        "--streakboard.rewards.boards.cup[0].to-rank=1",
                        "--streakboard.leagues.types=LESON",
                        "--streakboard.leagues.tiers[0].name=Gold")))
                .rootCause()
                .hasMessageContainingAll(
                        "streakboard.rewards.boards.cup: is not a board",
                        "streakboard.leagues.types: LESON is not one of the points types",
                        "streakboard.leagues.tiers[0].name: must be a small letter");
    }

    private static Ended check(String... more) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StreakboardApplication.class.getName()));
        command.addAll(List.of(arguments(more)));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private static String[] arguments(String... more) {
        return Stream.concat(
                        Stream.of(
                                "--streakboard.check",
                                "--spring.config.additional-location=file:" + SHIPPED,
                                "--spring.datasource.url=jdbc:mysql://127.0.0.1:1/nowhere",
                                "--spring.data.redis.port=1"),
                        Stream.of(more))
                .toArray(String[]::new);
    }
}
