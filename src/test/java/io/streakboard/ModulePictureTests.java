package io.streakboard;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModule;
import org.springframework.modulith.core.ApplicationModuleDependency;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.core.DependencyType;

/** Draws the modules in {@code docs/architecture.md} as Spring Modulith finds them. */
class ModulePictureTests {

    /** {@code ./mvnw test -Dtest=ModulePictureTests -Dstreakboard.picture.write} */
    private static final boolean WRITE = System.getProperty("streakboard.picture.write") != null;

    private static final Path FILE = Path.of("docs", "architecture.md");
    private static final Pattern PICTURE = Pattern.compile("```mermaid\nflowchart .*?```", Pattern.DOTALL);
    private static final ApplicationModules MODULES = ApplicationModules.of(StreakboardApplication.class);

    /** Used by nearly all others: their arrows would hide the rest. */
    private static final Set<String> SHARED = Set.of("identity", "redis", "runs", "sharing", "start", "time", "web");

    @Test
    void thePictureShowsTheModulesAsTheyAre() throws IOException {
        var document = Files.readString(FILE);
        var current = PICTURE.matcher(document).replaceFirst(Matcher.quoteReplacement(picture()));
        if (WRITE) {
            Files.writeString(FILE, current);
        }
        assertThat(Files.readString(FILE))
                .as("the picture is out of date: "
                        + "./mvnw test -Dtest=ModulePictureTests -Dstreakboard.picture.write")
                .isEqualTo(current)
                .contains("```mermaid\nflowchart ");
    }

    private static String picture() {
        var arrows = new TreeSet<String>();
        shown().forEach(module -> {
            uses(module).forEach(used -> arrows.add("    %s --> %s".formatted(name(module), used)));
            events(module).forEach(arrows::add);
        });
        return arrows.stream().collect(joining("\n", "```mermaid\nflowchart TD\n", "\n```"));
    }

    private static Stream<ApplicationModule> shown() {
        return MODULES.stream().filter(module -> !SHARED.contains(name(module)));
    }

    /** What the module calls, without what one of these calls in turn. */
    private static Set<String> uses(ApplicationModule module) {
        var used = calls(module);
        var indirect = new TreeSet<String>();
        used.forEach(name -> collect(name, indirect));
        used.removeAll(indirect);
        return used;
    }

    private static void collect(String name, Set<String> called) {
        calls(MODULES.getModuleByName(name).orElseThrow()).stream()
                .filter(called::add)
                .forEach(next -> collect(next, called));
    }

    private static Set<String> calls(ApplicationModule module) {
        var called = new TreeSet<String>();
        module.getDirectDependencies(MODULES, DependencyType.USES_COMPONENT, DependencyType.DEFAULT).stream()
                .map(dependency -> name(dependency.getTargetModule()))
                .filter(name -> !SHARED.contains(name))
                .forEach(called::add);
        return called;
    }

    private static Stream<String> events(ApplicationModule module) {
        return module.getDirectDependencies(MODULES, DependencyType.EVENT_LISTENER).stream()
                .filter(dependency -> !SHARED.contains(name(dependency.getTargetModule())))
                .map(dependency -> event(module, dependency));
    }

    private static String event(ApplicationModule listener, ApplicationModuleDependency dependency) {
        return "    %s -. %s .-> %s"
                .formatted(
                        name(dependency.getTargetModule()),
                        dependency.getTargetType().getSimpleName(),
                        name(listener));
    }

    private static String name(ApplicationModule module) {
        return module.getIdentifier().toString();
    }
}
