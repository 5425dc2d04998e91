package io.streakboard.badges;

import static java.util.stream.Collectors.joining;

import io.streakboard.badges.Criterion.BestRank;
import io.streakboard.leagues.LeagueFigures;
import io.streakboard.rulebook.RuleDocument;
import io.streakboard.rulebook.RuleSection;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.signin.SignInTerms;
import io.streakboard.web.Features;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The member {@code badges} of the rulebook, and the badges that it has now. */
@Component
class BadgeSection implements RuleSection<BadgeRules>, Features {

    private static final String MEMBER = "badges";
    private static final String LIST = "streakboard.badges.definitions";

    /**
     * How long a version is in force before a run for it begins. By then all instances give its badges for new events,
     * and the transactions have ended in which events were published while nothing listened.
     */
    private static final Duration SETTLING = Duration.ofSeconds(10);

    /** The badges of a version that has been in force for a while. */
    record SettledBadges(long version, BadgeRules rules) {}

    private final BadgeRules configured;
    private final Rulebook rulebook;
    private final LeagueFigures leagues;
    private final RunTable runs;
    private final GivenTable given;
    private final SignInTerms signIns;
    private volatile boolean listens;

    BadgeSection(
            BadgeRules configured,
            Rulebook rulebook,
            LeagueFigures leagues,
            RunTable runs,
            GivenTable given,
            SignInTerms signIns) {
        this.signIns = signIns;
        this.configured = configured;
        this.rulebook = rulebook;
        this.leagues = leagues;
        this.runs = runs;
        this.given = given;
    }

    /** In the order of the document. */
    List<Badge> all() {
        return current().definitions();
    }

    Optional<Badge> named(String name) {
        return current().named(name);
    }

    BadgeRules current() {
        return rulebook.current(this);
    }

    /** Learns of new rules before badges are given. */
    void refresh() {
        rulebook.refreshIfStale();
    }

    SettledBadges settled() {
        long version = rulebook.versionAgo(SETTLING);
        return new SettledBadges(
                version, rulebook.between(this, version, version).getFirst());
    }

    /**
     * The settled badges that were added or changed since a version, or whose streaks are counted otherwise; 0 is before
     * the first version.
     */
    List<Badge> changed(long version, SettledBadges settled) {
        var all = settled.rules().definitions();
        if (version == 0) {
            return all;
        }
        var changed = changed(rulebook.between(this, version, settled.version()));
        boolean countedOtherwise = !signIns.countAlike(version, settled.version());
        return all.stream()
                .filter(badge -> changed.contains(badge)
                        || countedOtherwise && badge.criterion() instanceof Criterion.LongestStreak)
                .toList();
    }

    /** A badge that was taken out meanwhile and put back counts as added: events were not consumed for it. */
    static List<Badge> changed(List<BadgeRules> versions) {
        return versions.getLast().definitions().stream()
                .filter(badge -> !versions.stream().allMatch(rules -> rules.has(badge)))
                .toList();
    }

    /**
     * Whether events have to be delivered to this module. Once it is true it stays so until the application stops: the
     * registry asks again when it delivers an event, and keeps one that is refused then.
     */
    public boolean listens() {
        if (!listens) {
            listens = !all().isEmpty();
        }
        return listens;
    }

    @Override
    public List<String> features() {
        return all().isEmpty() ? List.of() : List.of("badges");
    }

    @Override
    public Class<BadgeRules> type() {
        return BadgeRules.class;
    }

    @Override
    public String prefix() {
        return "streakboard.badges";
    }

    @Override
    public BadgeRules configured() {
        return configured;
    }

    @Override
    public void map(RuleDocument document) {
        document.mapNamed(MEMBER, LIST, "name", Set.of());
    }

    @Override
    public void write(BadgeRules rules, ObjectNode document) {
        var badges = document.putObject(MEMBER);
        for (var badge : rules.definitions()) {
            var written = badges.putObject(badge.name());
            written.set("title", badge.title().written());
            written.set("description", badge.description().written());
            if (badge.image() != null) {
                written.put("image", badge.image());
            }
            written.put("condition", badge.condition().text());
            if (badge.condition().number() == null) {
                badge.levels().forEach(written.putArray("levels")::add);
            }
        }
    }

    @Override
    public void check(BadgeRules rules, RuleDocument document) {
        for (int i = 0; i < rules.definitions().size(); i++) {
            var badge = rules.definitions().get(i);
            var property = LIST + "[" + i + "]";
            badge.criterion()
                    .pointsType()
                    .ifPresent(type -> requireKnown("type", type, document.names("/types"), property, document));
            badge.criterion()
                    .leagueTier()
                    .ifPresent(tier -> requireKnown("tier", tier, leagues.tiers(), property, document));
            checkLevels(badge, property, document);
        }
    }

    private static void requireKnown(
            String kind, String name, Collection<String> known, String property, RuleDocument document) {
        if (!known.contains(name)) {
            document.violationOf(
                    property + ".condition", "unknown-" + kind, "'%s' must be one of %s".formatted(name, known));
        }
    }

    private static void checkLevels(Badge badge, String property, RuleDocument document) {
        var number = badge.condition().number();
        var levels = badge.levels();
        if (number != null) {
            if (number == 0) {
                document.violationOf(property + ".condition", "positive", "the number must be positive");
            }
            if (!levels.equals(List.of(number))) {
                document.violationOf(
                        property + ".levels", "no-levels", "need a condition with N in place of the number");
            }
        } else if (levels.isEmpty()) {
            document.violationOf(property + ".levels", "required", "are required, as the condition has N");
        } else if (!levels.equals(easiestFirst(badge))) {
            document.violationOf(property + ".levels", "order", "must be positive numbers, the easiest first");
        }
    }

    private static List<Long> easiestFirst(Badge badge) {
        return badge.levels().stream()
                .filter(level -> level > 0)
                .distinct()
                .sorted(badge.criterion() instanceof BestRank ? Comparator.reverseOrder() : Comparator.naturalOrder())
                .toList();
    }

    @Override
    public void compare(BadgeRules former, BadgeRules next, RuleDocument document) {
        for (var badge : next.definitions()) {
            var before = former.named(badge.name()).orElse(null);
            if (before == null) {
                tell(badge, "adds", "%s: new, runs over the past of %s".formatted(badge.name(), learners()), document);
            } else if (!before.isGivenLike(badge)) {
                tell(
                        badge,
                        "runs",
                        "%s; runs over the past of %s; given badges stay"
                                .formatted(difference(before, badge), learners()),
                        document);
            } else if (!before.equals(badge)) {
                tell(badge, "shows", "its texts or its picture change for everybody", document);
            }
        }
        former.definitions().stream()
                .filter(badge -> next.named(badge.name()).isEmpty())
                .forEach(badge -> tell(
                        badge,
                        "removes",
                        "%s is no longer given or shown; the %,d learners who have it keep it, for when it comes back"
                                .formatted(badge.name(), given.learners(badge.name())),
                        document));
    }

    private static void tell(Badge badge, String effect, String detail, RuleDocument document) {
        document.effect("/" + MEMBER + "/" + badge.name(), effect, detail);
    }

    private static String difference(Badge before, Badge after) {
        return before.condition().text().equals(after.condition().text())
                ? "levels %s → %s".formatted(levels(before), levels(after))
                : "%s → %s".formatted(text(before), text(after));
    }

    private static String text(Badge badge) {
        return badge.condition().text() + (badge.condition().number() == null ? " " + levels(badge) : "");
    }

    private static String levels(Badge badge) {
        return badge.levels().stream().map(String::valueOf).collect(joining(","));
    }

    /** Counted by the last run: an exact number would take a scan. */
    private String learners() {
        return runs.last()
                .filter(run -> run.learners() > 0)
                .map(run -> "%,d learners".formatted(run.learners()))
                .orElse("all learners");
    }
}
