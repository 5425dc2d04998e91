package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.toMap;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of an edition by rank, in whichever store. Each read shows a single moment. Reads and statistics leave
 * out hidden members. {@code me} is the caller as a member; null if the caller cannot be one.
 */
public interface Ranking {

    /**
     * @param total number of ranked members
     * @param entries by rank
     * @param mine the caller's entry, or the center of the entries; its rank may be compared or not; null if not ranked
     * @param degraded whether members may be missing: Redis has lost the edition, and it is not rebuilt yet
     */
    record Page(long total, List<Entry> entries, @Nullable Entry mine, boolean degraded) {

        /**
         * This page with its ranks compared to another ranking.
         *
         * @param other null if there is none, so that all are new
         */
        public Page comparedWith(@Nullable Ranking other) {
            if (entries.isEmpty()) {
                return this;
            }
            var found = other == null
                    ? null
                    : other.among(entries.stream().map(Entry::member).toList(), null);
            var former = found == null
                    ? Map.<String, Long>of()
                    : found.entries().stream().collect(toMap(Entry::member, Entry::rank));
            var compared = comparedWith(former);
            return new Page(total, compared.entries(), mine, degraded || found != null && found.degraded());
        }

        /** @param former rank by member; members without a rank are missing */
        public Page comparedWith(Map<String, Long> former) {
            return new Page(
                    total,
                    entries.stream()
                            .map(entry -> entry.comparedWith(former.get(entry.member())))
                            .toList(),
                    mine,
                    degraded);
        }
    }

    /**
     * The last member within the top N percent.
     *
     * @param percent above 0, up to 100
     * @param score of that member; null if no member is ranked
     * @param rank of that member
     */
    record ScoreAtPercent(
            BigDecimal percent,
            @Nullable Long score,
            @Nullable Long rank) {

        /** @param entry that member; null if no member is ranked */
        public static ScoreAtPercent endingWith(@Nullable Entry entry, BigDecimal percent) {
            return entry == null
                    ? new ScoreAtPercent(percent, null, null)
                    : new ScoreAtPercent(percent, entry.score(), entry.rank());
        }

        /** The number of members in the top N percent, at least one. */
        public static long of(long members, BigDecimal percent) {
            return Math.max(
                    1,
                    percent.multiply(BigDecimal.valueOf(members))
                            .movePointLeft(2)
                            .setScale(0, RoundingMode.CEILING)
                            .longValueExact());
        }
    }

    /**
     * Statistics of a ranking, in the order of the request.
     *
     * @param degraded whether members may be missing, as in {@link Page}
     */
    record Statistics<T>(List<T> values, boolean degraded) {}

    /** Scores from {@code min} to {@code max}, both inclusive. */
    record Range(long min, long max) {}

    /** @param offset number of entries to skip at the top */
    Page page(long offset, int size, @Nullable String me);

    /** The entry of a member with up to {@code radius} others on each side; empty if the member is not ranked. */
    Page around(String member, int radius, @Nullable String me);

    /** The entry of a member as {@code mine}, and the entry right above it, if any; ranks need not be compared. */
    default Page above(String member) {
        var page = around(member, 1, member);
        return new Page(
                page.total(),
                page.entries().stream()
                        .takeWhile(entry -> !entry.member().equals(member))
                        .toList(),
                page.mine(),
                page.degraded());
    }

    /** The entries around the place of a score, at most {@code radius} on each side. */
    Page aroundScore(long score, int radius, @Nullable String me);

    /** The entries of some members, by rank. Members that are not ranked are left out. */
    Page among(Collection<String> members, @Nullable String me);

    /** Without comparing ranks, which takes longest for many members. */
    default Page amongNotCompared(Collection<String> members, @Nullable String me) {
        return among(members, me);
    }

    /** The entry of a member, its rank not compared; null if the member is not ranked. */
    default @Nullable Entry of(String member) {
        return among(List.of(member), null).entries().stream().findFirst().orElse(null);
    }

    /** @param percents with three decimals at most */
    default Statistics<ScoreAtPercent> percentiles(List<BigDecimal> percents) {
        var all = page(0, 0, null);
        return new Statistics<>(
                percents.stream()
                        .map(percent -> ScoreAtPercent.endingWith(
                                page(ScoreAtPercent.of(all.total(), percent) - 1, 1, null).entries().stream()
                                        .findFirst()
                                        .orElse(null),
                                percent))
                        .toList(),
                all.degraded());
    }

    /** The number of members with a score in each range. */
    Statistics<Long> counts(List<Range> ranges);
}
