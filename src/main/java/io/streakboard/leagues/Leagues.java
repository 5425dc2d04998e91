package io.streakboard.leagues;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.streakboard.activities.Activity;
import io.streakboard.leagues.LeagueProperties.Tier;
import io.streakboard.leagues.PromotionZones.Move;
import io.streakboard.start.StartRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The configured leagues. Mistakes in them stop the start, and the message has all of them. */
class Leagues {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final int MOST_TIERS = 20;

    private final List<Tier> tiers;
    private final Set<String> named;
    private final Supplier<Set<String>> known;
    private final int cohortSize;

    /** @param known the codes of all points types, which the rulebook may change */
    Leagues(LeagueProperties properties, Supplier<Set<String>> known) {
        this.tiers = properties.tiers();
        this.named = properties.types();
        this.known = known;
        this.cohortSize = properties.cohortSize();
        var mistakes = new ArrayList<String>();
        if (tiers.size() > MOST_TIERS) {
            mistakes.add("streakboard.leagues.tiers: there are more than " + MOST_TIERS);
        }
        if (types().isEmpty()) {
            mistakes.add("streakboard.leagues.types: must name a type, because SIGN_IN is the only one");
        }
        if (Set.copyOf(names()).size() < tiers.size()) {
            mistakes.add("streakboard.leagues.tiers: two tiers have the same name");
        }
        IntStream.range(0, tiers.size()).forEach(index -> check(index, mistakes));
        var all = new TreeSet<>(known.get());
        named.stream()
                .filter(type -> !all.contains(type))
                .sorted()
                .forEach(type -> mistakes.add(
                        "streakboard.leagues.types: %s is not one of the points types %s".formatted(type, all)));
        StartRefused.ifAny(mistakes, "Change these properties; docs/leagues.md says what they mean.");
    }

    private void check(int index, List<String> mistakes) {
        var tier = tiers.get(index);
        var prefix = "streakboard.leagues.tiers[%d].".formatted(index);
        if (!NAME.matcher(tier.name()).matches()) {
            mistakes.add(prefix + "name: must be a small letter and up to 31 small letters, digits and hyphens");
        }
        if (tier.promoted() < 0 || tier.demoted() < 0) {
            mistakes.add(prefix + "promoted: promoted and demoted must not be negative");
        }
    }

    /** The names of the tiers, the lowest first. */
    List<String> names() {
        return tiers.stream().map(Tier::name).toList();
    }

    /** The tier of this name; the lowest tier if the name is no longer configured or empty. */
    String tier(String name) {
        return names().contains(name) ? name : names().getFirst();
    }

    /** The types whose points count: those that are named, else all of learning. */
    Set<String> types() {
        return named.isEmpty()
                ? known.get().stream()
                        .filter(type -> !type.equals(Activity.SIGN_IN))
                        .collect(toUnmodifiableSet())
                : named;
    }

    int cohortSize() {
        return cohortSize;
    }

    /** @param active how many in the cohort have points */
    PromotionZones zones(String tier, int active) {
        int index = names().indexOf(tier);
        if (index < 0) {
            return new PromotionZones(active, 0, 0);
        }
        var zones = tiers.get(index);
        return new PromotionZones(
                active,
                index == tiers.size() - 1 ? 0 : PromotionZones.width(zones.promoted(), active, cohortSize),
                index == 0 ? 0 : PromotionZones.width(zones.demoted(), active, cohortSize));
    }

    /**
     * A cohort with places and next tiers.
     *
     * @param cohort in the order of its places
     */
    List<CohortMember> placed(List<CohortMember> cohort) {
        int active = (int) cohort.stream().filter(member -> member.points() > 0).count();
        return IntStream.range(0, cohort.size())
                .mapToObj(index -> {
                    var member = cohort.get(index);
                    var move = zones(member.tier(), active).of(index + 1);
                    return member.placed(index + 1, active, next(member.tier(), move));
                })
                .toList();
    }

    private String next(String tier, Move move) {
        int index = names().indexOf(tier);
        return switch (move) {
            case PROMOTED -> names().get(index + 1);
            case DEMOTED -> names().get(index - 1);
            case STAYED -> tier(tier);
        };
    }

    /** How a learner moved at the end of a week, by the current order of tiers. */
    Move moved(CohortMember member) {
        int from = names().indexOf(member.tier());
        int to = member.nextTier() == null ? from : names().indexOf(member.nextTier());
        if (from < 0 || to < 0 || from == to) {
            return Move.STAYED;
        }
        return to > from ? Move.PROMOTED : Move.DEMOTED;
    }
}
