package io.streakboard.leaderboard.board;

import io.streakboard.web.LocalizedText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * A board as it is configured, under {@code streakboard.boards}. Its rankings are {@link Edition}s: one for each period
 * and partition.
 *
 * @param name names the board everywhere: a small letter, then up to 31 small letters, digits and hyphens
 * @param title for people; the name if absent
 * @param cycle how often the board begins anew, the property {@code period}
 * @param days the length of the window of a sliding board, 2 to 31
 * @param partitioned whether members are ranked in each partition as well as over all partitions
 * @param members the kind of members that the board ranks
 * @param operator how a new score combines with the present one
 * @param order which scores are better
 * @param ties which of two members with equal scores ranks first
 * @param resolution the step in which times are compared for ties, a second or a millisecond
 * @param ranks how equal scores are ranked
 * @param maxScore the greatest score; the least is 0
 * @param keep how many members are ranked, the best ones; 0: all
 * @param retention how long an edition is kept after the end of its period
 * @param trend the former ranks to compare with
 * @param store how Redis keeps an edition; if absent, in buckets where {@code buckets} are given
 * @param buckets greatest scores, in rising order, of ranges that Redis keeps in sorted sets of their own; {@code auto}:
 *     by the ranking of the previous period, as without any where the store is buckets; empty: all are in one set
 * @param startsAt scores that occurred before are refused; null: it has always been open
 * @param endsAt scores that occurred then or later are refused; null: it never ends
 * @param keepsFinals whether the rankings of editions are kept for good, the property {@code final}; if absent, on
 *     boards that end
 * @param scores what of the ledger its scores are; null: they are posted
 */
public record BoardRule(
        @DefaultValue("") String name,
        @DefaultValue("") LocalizedText title,
        @Name("period") @DefaultValue("none") Cycle cycle,
        @DefaultValue("0") int days,
        @DefaultValue("false") boolean partitioned,
        @DefaultValue("learner") Members members,
        @DefaultValue("sum") Operator operator,
        @DefaultValue("descending") Order order,
        @DefaultValue("first") Ties ties,
        @DefaultValue("1s") Duration resolution,
        @DefaultValue("unique") RankStyle ranks,
        @DefaultValue("1000000000") long maxScore,
        @DefaultValue("0") long keep,
        @DefaultValue("P2D") Duration retention,
        @DefaultValue("none") Trend trend,
        @Nullable Store store,
        @DefaultValue List<String> buckets,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        @Name("final") @Nullable Boolean keepsFinals,
        @Nullable Scores scores) {

    /** The reserved name of the points board. */
    public static final String POINTS = "points";

    private static final String AUTO = "auto";

    /** Doubles are exact up to 2^53. */
    private static final long MAX_POINTS = (1L << 53) - 1;

    /** On a board with an edition for each day, yesterday's ranks are the ranks on the previous edition. */
    public BoardRule {
        title = title.isBlank() ? LocalizedText.of(name) : title;
        boolean daily = cycle == Cycle.DAY || cycle == Cycle.SLIDING;
        trend = trend == Trend.DAY && daily ? Trend.PREVIOUS : trend;
        buckets = store == Store.BUCKETS && buckets.isEmpty() ? List.of(AUTO) : List.copyOf(buckets);
        store = store == null ? Store.of(buckets) : store;
        keepsFinals = keepsFinals == null ? endsAt != null && cycle != Cycle.SLIDING : keepsFinals;
    }

    /** The rule of the points board, whose editions are seasons. */
    public static BoardRule ofPoints(List<String> buckets) {
        return ofPoints(null, buckets);
    }

    /** The same with a store. */
    public static BoardRule ofPoints(@Nullable Store store, List<String> buckets) {
        return ofPoints(Cycle.SEASON, Ties.FIRST, RankStyle.UNIQUE, Integer.MAX_VALUE, Trend.DAY, store, buckets);
    }

    /**
     * The rule of the points of all seasons together. Beside the seconds of many years few points would fit, so equal
     * points have equal ranks.
     */
    public static BoardRule ofAllPoints() {
        return ofPoints(Cycle.NONE, Ties.NONE, RankStyle.STANDARD, MAX_POINTS, Trend.NONE, null, List.of());
    }

    private static BoardRule ofPoints(
            Cycle cycle,
            Ties ties,
            RankStyle ranks,
            long maxScore,
            Trend trend,
            @Nullable Store store,
            List<String> buckets) {
        return new BoardRule(
                POINTS,
                LocalizedText.of("Points"),
                cycle,
                0,
                false,
                Members.LEARNER,
                Operator.SUM,
                Order.DESCENDING,
                ties,
                Duration.ofSeconds(1),
                ranks,
                maxScore,
                0,
                Duration.ZERO,
                trend,
                store,
                buckets,
                null,
                null,
                false,
                null);
    }

    /** Whether it is the points board, whose scores are the totals of the ledger. */
    public boolean ranksPoints() {
        return name.equals(POINTS);
    }

    /**
     * The scores of a board that is fed by the ledger: each award is one.
     *
     * @param from what an award adds
     * @param types the types of points; empty: all that learners earn
     */
    public record Scores(
            @DefaultValue("points") From from, @DefaultValue List<String> types) {

        public Scores {
            types = List.copyOf(types);
        }
    }

    /** What an award adds to a score. */
    public enum From {
        /** Its points. */
        POINTS,
        /** One. */
        COUNT
    }

    /** The length of a period. */
    public enum Cycle {
        NONE,
        HALF_HOUR,
        HOUR,
        DAY,
        WEEK,
        MONTH,
        SEASON,
        SLIDING
    }

    /** The members of a board: learners by their ids, or anything with a name. */
    public enum Members {
        LEARNER,
        ANY
    }

    /** How a new score combines with the present one. */
    public enum Operator {
        /** A delta is added. */
        SUM,
        /** The better score stays. */
        BEST,
        /** The score that occurred later stays. */
        LATEST
    }

    /** Which scores are better. */
    public enum Order {
        DESCENDING,
        ASCENDING
    }

    /** Which of two members with equal scores ranks first. */
    public enum Ties {
        /** The first to reach the score. */
        FIRST,
        /** The last to reach the score. */
        LAST,
        /** Time does not count. */
        NONE
    }

    /** How equal scores are ranked. The examples have four members; the second and the third are equal. */
    public enum RankStyle {
        /** 1 2 3 4. */
        UNIQUE,
        /** 1 2 2 4. */
        STANDARD,
        /** 1 2 2 3. */
        DENSE;

        /**
         * The rank after another one.
         *
         * @param former 0 before the first
         * @param place counts from 1
         * @param shared whether the score equals the former one
         */
        public long next(long former, long place, boolean shared) {
            return switch (this) {
                case UNIQUE -> place;
                case STANDARD -> shared ? former : place;
                case DENSE -> shared ? former : former + 1;
            };
        }
    }

    /** The former ranks to compare with. */
    public enum Trend {
        NONE,
        /** The rank at the end of yesterday. */
        DAY,
        /** The rank on the edition of the previous period. */
        PREVIOUS
    }

    /** How Redis keeps an edition. */
    public enum Store {
        SORTED_SET,
        BUCKETS;

        private static Store of(List<String> buckets) {
            return buckets.isEmpty() ? SORTED_SET : BUCKETS;
        }
    }

    /** Whether its scores come from the ledger. */
    public boolean isFed() {
        return scores != null;
    }

    /** Whether each day has a ranking of the last days. */
    public boolean slides() {
        return cycle == Cycle.SLIDING;
    }

    /** Whether its editions record which members moved today. */
    public boolean comparesDays() {
        return trend == Trend.DAY;
    }

    /** Whether the editions of a period are still kept at an instant. */
    public boolean keeps(Period period, Instant now) {
        return period.endsAt() == null || now.isBefore(period.endsAt().plus(retention));
    }

    /** Whether Redis keeps each edition in several sorted sets. */
    public boolean isDivided() {
        return !buckets.isEmpty();
    }

    /** Whether the previous period decides the ranges of an edition. */
    public boolean dividesByPrevious() {
        return buckets.equals(List.of(AUTO));
    }

    /** The configured bounds; empty if there are none. */
    public List<Long> bounds() {
        return dividesByPrevious()
                ? List.of()
                : buckets.stream().map(Long::valueOf).toList();
    }

    /** Whether a member with a score is ranked. As on the points board, a sum over the ledger has to be positive. */
    public boolean ranks(long score) {
        return !isFed() || score > 0;
    }

    /** A time, cut to the resolution. */
    public Instant toResolution(Instant time) {
        long step = resolution.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), step) * step);
    }

    /** Whether score {@code one} ranks before score {@code other}. */
    public boolean better(long one, long other) {
        return order == Order.DESCENDING ? one > other : one < other;
    }

    /**
     * Why a member with a score cannot take a value; null if it can. A sum over the ledger may be below 0: so the order
     * of awards and deductions does not matter. The member is then not ranked.
     */
    public @Nullable String refusal(long score, long value) {
        boolean adds = operator == Operator.SUM;
        if (!isFed() && value < (adds ? -score : 0)) {
            return adds
                    ? "%d would lower the score of %d below 0".formatted(value, score)
                    : "the score must not be below 0";
        }
        if (value > (adds ? maxScore - score : maxScore)) {
            return adds
                    ? "%d would raise the score of %d above %d".formatted(value, score, maxScore)
                    : "the score must not be above " + maxScore;
        }
        return null;
    }
}
