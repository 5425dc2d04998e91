package io.streakboard.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.streakboard.embedded.SharedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.FileSystemUtils;

/**
 * The module of {@code docs/example-module}, compiled against the classes of the library jar and run with them: both as
 * jars, without any class of the tests.
 */
class ExampleModuleTests {

    private static final Path MODULE = Path.of("docs", "example-module", "src", "main");
    private static final Path FOLDER = Path.of("target", "example-module").toAbsolutePath();
    private static final Path CLASSES = FOLDER.resolve("classes");
    private static final Path OWN_CLASSES = Path.of("target", "classes").toAbsolutePath();

    private static final long LEARNER = 42;

    @BeforeAll
    static void compile() throws IOException {
        FileSystemUtils.deleteRecursively(FOLDER);
        Files.createDirectories(CLASSES);
        run("jar", "--create", "--file", jar("streakboard"), "-C", OWN_CLASSES.toString(), ".");
        var arguments = new ArrayList<>(List.of(
                "-d",
                CLASSES.toString(),
                "-cp",
                classPath(jar("streakboard")),
                "-proc:none",
                "-parameters",
                "-Werror"));
        try (var files = Files.walk(MODULE.resolve("java"))) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        run("javac", arguments.toArray(String[]::new));
        run(
                "jar",
                "--create",
                "--file",
                jar("courses"),
                "-C",
                CLASSES.toString(),
                ".",
                "-C",
                MODULE.resolve("resources").toString(),
                ".");
    }

    @Test
    void usesOnlyWhatModulesShow() {
        assertThat(new ClassFileImporter()
                        .importPath(CLASSES).stream()
                                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                                .map(dependency -> dependency.getTargetClass().getPackageName())
                                .filter(used -> used.startsWith("io.streakboard")))
                .isNotEmpty()
                .allMatch(used -> used.matches("io\\.streakboard\\.[a-z]+"));
    }

    @Test
    void runsWithinTheApplication() throws Exception {
        var properties = new HashMap<>(SharedServers.freshDatabases());
        properties.put("springdoc.api-docs.enabled", false); // it is on the class path of tests
        var program = List.of(
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(jar("courses"), jar("streakboard")),
                "io.streakboard.StreakboardApplication");
        try (var application = ApplicationProcess.start("example-module", program, properties)) {
            var ada = DevelopmentToken.of(LEARNER);
            for (var lesson : List.of("algebra-1", "algebra-1", "algebra-2", "algebra-3")) {
                assertThat(application
                                .post("/api/lessons/" + lesson + "/completed", ada)
                                .statusCode())
                        .isEqualTo(204);
            }
            within(() -> assertThat(application.get("/api/lessons/mine", ada).body())
                    .isEqualTo("{\"completed\":3,\"badge\":true}"));
            within(() -> assertThat(
                            application.get("/api/boards/points/scores/me", ada).body())
                    .contains("\"score\":30"));

            assertThat(application.post("/api/lessons/A/completed", ada).body()).contains("invalid-request");
            assertThat(application
                            .get("/api/lessons/mine", DevelopmentToken.of("service", "service"))
                            .statusCode())
                    .isEqualTo(403);

            application.delete("/api/learners/" + LEARNER, DevelopmentToken.of(1, "admin"));
            within(() -> assertThat(rows(properties)).containsExactly(0, 0, 3));
        }
    }

    /** Of both tables, and of the history: the baseline and two migrations. */
    private static List<Integer> rows(Map<String, Object> properties) {
        var jdbc = JdbcClient.create(new DriverManagerDataSource(
                String.valueOf(properties.get("spring.datasource.url")),
                String.valueOf(properties.get("spring.datasource.username")),
                String.valueOf(properties.get("spring.datasource.password"))));
        return Stream.of("courses_lesson", "courses_badge", "flyway_courses")
                .map(table -> jdbc.sql("SELECT COUNT(*) FROM " + table)
                        .query(Integer.class)
                        .single())
                .toList();
    }

    private static void within(ThrowingRunnable assertion) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(assertion);
    }

    private static String jar(String name) {
        return FOLDER.resolve(name + ".jar").toString();
    }

    /** The libraries of this JVM, without the classes of application and tests. */
    private static String classPath(String... jars) {
        var libraries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"));
        return Stream.concat(Stream.of(jars), libraries).collect(Collectors.joining(File.pathSeparator));
    }

    private static void run(String tool, String... arguments) {
        int status = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
        assertThat(status).as(tool).isZero();
    }
}
