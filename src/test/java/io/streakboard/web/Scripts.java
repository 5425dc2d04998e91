package io.streakboard.web;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The scripts of a page, linked as a browser does it: one import that fails, and the whole page stays empty. */
public final class Scripts {

    private static final Pattern STATEMENT = Pattern.compile("^import\\b|^export \\{[^}]*} from\\b", Pattern.MULTILINE);
    private static final Pattern IMPORT =
            Pattern.compile("^(?:import|export)(?: \\{([^}]*)} from)? \"([^\"]+)\";", Pattern.MULTILINE);
    private static final Pattern LATER = Pattern.compile("\\bimport\\(\"([^\"]+)\"\\)");
    private static final Pattern DECLARED = Pattern.compile("\\bexport (?:async )?(?:const|let|function|class) (\\w+)");
    private static final Pattern LISTED = Pattern.compile("\\bexport ?\\{([^}]*)}");

    private final Server server;
    private final Set<String> linked = new HashSet<>();

    /** Where a page has its scripts from. */
    public interface Server {
        /** Returns a file of the page; null if it is not served. */
        @Nullable
        String file(String name) throws IOException;
    }

    public Scripts(Server server) {
        this.server = server;
    }

    /** Asserts that a script is served with all that it imports, and all that these import. */
    public void assertLinks(String name) throws IOException {
        assertLinks(name, "the page");
    }

    private void assertLinks(String name, String reader) throws IOException {
        if (!linked.add(name)) {
            return;
        }
        var script = text(name, reader);
        var imports = IMPORT.matcher(script).results().toList();
        long statements = STATEMENT.matcher(script).results().count();
        assertThat((long) imports.size()).as("imports of %s", name).isEqualTo(statements);
        for (var each : imports) {
            var file = file(each.group(2));
            assertThat(exported(text(file, name)))
                    .as("%s imports from %s", name, file)
                    .containsAll(names(each.group(1)));
            assertLinks(file, name);
        }
        for (var each : LATER.matcher(script).results().toList()) {
            assertLinks(file(each.group(1)), name);
        }
    }

    private static String file(String path) {
        assertThat(path).startsWith("./");
        return path.substring(2);
    }

    private String text(String name, String reader) throws IOException {
        var text = server.file(name);
        assertThat(text).as("%s, which %s loads", name, reader).isNotNull();
        return requireNonNull(text);
    }

    /** {@code table, time as said} are {@code table} and {@code time}. */
    private static List<String> names(@Nullable String list) {
        return list == null ? List.of() : each(list, " as .*");
    }

    private static List<String> exported(String script) {
        var exported = new ArrayList<String>();
        DECLARED.matcher(script).results().forEach(found -> exported.add(found.group(1)));
        LISTED.matcher(script).results().forEach(found -> exported.addAll(each(found.group(1), ".* as ")));
        return exported;
    }

    private static List<String> each(String list, String omitted) {
        return Stream.of(list.split(","))
                .map(one -> one.strip().replaceFirst(omitted, ""))
                .filter(one -> !one.isEmpty())
                .toList();
    }
}
