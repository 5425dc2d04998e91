package io.streakboard.badges;

import static java.util.stream.Collectors.joining;

import io.streakboard.activities.PointsTypes;
import io.streakboard.badges.BadgeProperties.Definition;
import io.streakboard.badges.Criterion.BestRank;
import io.streakboard.leagues.LeagueFigures;
import io.streakboard.start.StartRefused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** The configured badges. Mistakes stop the start; the message lists all. */
@Component
class ConfiguredBadges {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final Pattern ADDRESS = Pattern.compile("https://\\S{1,500}");
    private static final int MAX_TITLE_LENGTH = 100;
    private static final int MAX_DESCRIPTION_LENGTH = 1000;
    private static final int MAX_BADGES = 200;
    private static final int MAX_LEVELS = 20;

    private final Map<String, Badge> byName = new LinkedHashMap<>();
    private final List<String> mistakes = new ArrayList<>();
    private final PointsTypes types;
    private final LeagueFigures leagues;

    ConfiguredBadges(BadgeProperties properties, PointsTypes types, LeagueFigures leagues) {
        this.types = types;
        this.leagues = leagues;
        var definitions = properties.definitions();
        if (definitions.size() > MAX_BADGES) {
            mistakes.add("streakboard.badges.definitions: has %d badges; the most is %d"
                    .formatted(definitions.size(), MAX_BADGES));
        }
        for (int i = 0; i < definitions.size(); i++) {
            add("streakboard.badges.definitions[" + i + "].", definitions.get(i));
        }
        StartRefused.ifAny(mistakes, "Change these properties; docs/badges.md says what they mean.");
    }

    /** In the configured order. */
    List<Badge> all() {
        return List.copyOf(byName.values());
    }

    Optional<Badge> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** All rules as text, to detect a change. */
    String rules() {
        return byName.values().stream()
                .map(badge -> badge.name() + " " + badge.condition().text() + " " + badge.levels())
                .sorted()
                .collect(joining("\n"));
    }

    private void add(String prefix, Definition definition) {
        var name = definition.name();
        require(
                NAME.matcher(name).matches(),
                prefix + "name",
                "'%s' must be a small letter, then up to 31 of a-z, 0-9 and -".formatted(name));
        require(!byName.containsKey(name), prefix + "name", "another badge has the name '%s'".formatted(name));
        require(
                isText(definition.title(), MAX_TITLE_LENGTH),
                prefix + "title",
                "must have 1 to %d characters".formatted(MAX_TITLE_LENGTH));
        require(
                isText(definition.description(), MAX_DESCRIPTION_LENGTH),
                prefix + "description",
                "must have 1 to %d characters".formatted(MAX_DESCRIPTION_LENGTH));
        var image = definition.image();
        require(
                image == null || ADDRESS.matcher(image).matches(),
                prefix + "image",
                "'%s' must be an https address".formatted(image));
        try {
            var condition = Condition.parse(definition.condition());
            checkArgument(prefix, condition.criterion());
            var levels = levels(prefix, condition, definition.levels());
            byName.put(name, new Badge(name, definition.title(), definition.description(), image, condition, levels));
        } catch (IllegalArgumentException mistake) {
            mistakes.add(prefix + "condition: " + mistake.getMessage());
        }
    }

    private void checkArgument(String prefix, Criterion criterion) {
        var tiers = leagues.tiers();
        criterion
                .leagueTier()
                .ifPresent(tier -> require(
                        tiers.contains(tier), prefix + "condition", "'%s' must be one of %s".formatted(tier, tiers)));
        criterion
                .pointsType()
                .ifPresent(type -> require(
                        types.contains(type), prefix + "condition", "'%s' must be one of %s".formatted(type, types)));
    }

    private List<Long> levels(String prefix, Condition condition, List<Long> levels) {
        var number = condition.number();
        if (number != null) {
            require(number > 0, prefix + "condition", "the number must be positive");
            require(levels.isEmpty(), prefix + "levels", "need a condition with N in place of the number");
            return List.of(number);
        }
        var order = condition.criterion() instanceof BestRank
                ? Comparator.<Long>reverseOrder()
                : Comparator.<Long>naturalOrder();
        require(!levels.isEmpty(), prefix + "levels", "are required, as the condition has N");
        require(levels.size() <= MAX_LEVELS, prefix + "levels", "must have at most %d".formatted(MAX_LEVELS));
        require(
                levels.equals(levels.stream()
                        .filter(level -> level > 0)
                        .distinct()
                        .sorted(order)
                        .toList()),
                prefix + "levels",
                "must be positive numbers, the easiest first");
        return List.copyOf(levels);
    }

    private static boolean isText(String text, int longest) {
        return !text.isBlank() && text.length() <= longest;
    }

    private void require(boolean right, String property, String message) {
        if (!right) {
            mistakes.add(property + ": " + message);
        }
    }
}
