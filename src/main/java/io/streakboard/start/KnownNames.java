package io.streakboard.start;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The valid names of properties. Elements of a list share their names, regardless of the index. */
class KnownNames {

    /** Names of earlier versions, and what became of them. */
    private static final Map<String, String> FORMER = Map.of(
            "streakboard.overload.timeout",
            "is gone: the proxy bounds the time of clients, see docs/operations.md; server.tomcat.connection-timeout"
                    + " bounds a piece of a transfer",
            "streakboard.redis.patience",
            "is now called streakboard.redis.retry-timeout",
            "streakboard.signin.journal.patience",
            "is now called streakboard.signin.journal.max-throttle",
            "streakboard.signin.journal.transactions",
            "is now called streakboard.signin.journal.consumers",
            "streakboard.season.longest-wait",
            "is now called streakboard.season.seal-timeout",
            "streakboard.season.past-at-once",
            "is now called streakboard.season.max-open-past-seasons",
            "streakboard.imports.take-over-after",
            "is now called streakboard.imports.lease",
            "streakboard.tokens.keys-outage",
            "is now called streakboard.tokens.jwks-outage-tolerance",
            "streakboard.updates.per-learner",
            "is now called streakboard.updates.max-streams-per-learner");

    private final Set<ConfigurationPropertyName> names = new TreeSet<>();
    private final Set<String> shapes = new HashSet<>();

    void add(ConfigurationPropertyName name) {
        names.add(name);
        shapes.add(shape(name));
    }

    boolean contains(ConfigurationPropertyName name) {
        return shapes.contains(shape(name));
    }

    /**
     * Whether a variable such as {@code STREAKBOARD_BOARDS_0_MAX_SCORE} means a valid name: hyphens may be underscores.
     */
    boolean containsVariable(String variable) {
        var letters = Arrays.stream(variable.toLowerCase(Locale.ROOT).split("_"))
                .filter(part -> !part.matches("[0-9]*"))
                .reduce("", String::concat);
        return shapes.stream().anyMatch(shape -> letters(shape).equals(letters));
    }

    /** What became of a former name, or the valid name nearest to an unknown one. */
    String correction(String unknown) {
        var withoutIndex = unknown.replaceAll("[\\[_][0-9]+(?=[]_])", "");
        return FORMER.entrySet().stream()
                .filter(former -> letters(withoutIndex).equals(letters(former.getKey())))
                .findFirst()
                .map(former -> unknown + " " + former.getValue())
                .orElseGet(() -> unknown + " is unknown; the nearest known name is " + nearest(unknown));
    }

    /** The valid name with the fewest changes. */
    private String nearest(String unknown) {
        var letters = letters(unknown);
        return names.stream()
                .map(ConfigurationPropertyName::toString)
                .min(Comparator.comparingInt(name -> distance(letters, letters(name))))
                .orElseThrow();
    }

    private static String shape(ConfigurationPropertyName name) {
        return name.toString().toLowerCase(Locale.ROOT).replace("-", "").replaceAll("\\[[0-9]+]", "[]");
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** <a href="https://en.wikipedia.org/wiki/Levenshtein_distance">Levenshtein's distance</a>. */
    private static int distance(String one, String other) {
        var row = new int[other.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
