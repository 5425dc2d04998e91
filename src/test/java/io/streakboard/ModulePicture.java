package io.streakboard;

import static java.util.stream.Collectors.joining;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.modulith.core.ApplicationModule;
import org.springframework.modulith.core.ApplicationModuleDependency;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.core.DependencyType;

/** The picture of the modules in {@code docs/architecture.md}, as Spring Modulith finds them. */
record ModulePicture(ApplicationModules modules) {

    private static final Pattern PICTURE = Pattern.compile("```mermaid\nflowchart .*?```", Pattern.DOTALL);

    /** Used by nearly all others: their arrows would hide the rest. */
    private static final Set<String> SHARED = Set.of("identity", "redis", "runs", "sharing", "start", "time", "web");

    /** {@code document} with the current picture. */
    String in(String document) {
        return PICTURE.matcher(document).replaceFirst(Matcher.quoteReplacement(current()));
    }

    private String current() {
        var arrows = new TreeSet<String>();
        shown().forEach(module -> {
            uses(module).forEach(used -> arrows.add("    %s --> %s".formatted(name(module), used)));
            events(module).forEach(arrows::add);
        });
        return arrows.stream().collect(joining("\n", "```mermaid\nflowchart TD\n", "\n```"));
    }

    private Stream<ApplicationModule> shown() {
        return modules.stream().filter(module -> !SHARED.contains(name(module)));
    }

    /** What the module calls, without what one of these calls in turn. */
    private Set<String> uses(ApplicationModule module) {
        var used = calls(module);
        var indirect = new TreeSet<String>();
        used.forEach(name -> collect(name, indirect));
        used.removeAll(indirect);
        return used;
    }

    private void collect(String name, Set<String> called) {
        calls(modules.getModuleByName(name).orElseThrow()).stream()
                .filter(called::add)
                .forEach(next -> collect(next, called));
    }

    private Set<String> calls(ApplicationModule module) {
        var called = new TreeSet<String>();
        module.getDirectDependencies(modules, DependencyType.USES_COMPONENT, DependencyType.DEFAULT).stream()
                .map(dependency -> name(dependency.getTargetModule()))
                .filter(name -> !SHARED.contains(name))
                .forEach(called::add);
        return called;
    }

    private Stream<String> events(ApplicationModule module) {
        return module.getDirectDependencies(modules, DependencyType.EVENT_LISTENER).stream()
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
