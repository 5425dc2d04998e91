package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.joining;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One ranking of a board: one period of it, and one partition if the board has partitions.
 *
 * @param period without an end on the points board: a season stays in Redis until it is settled
 * @param partition null for the ranking of all members
 * @param tag the hash tag of its keys in Redis; no two editions have the same
 * @param encoding part of the names of its keys. It differs for rules that differ in the content of the keys, so that a
 *     board whose rule changes is rebuilt
 * @param packing how score and time share a number
 * @param tiebreaker orders learners with equal scores and times
 */
public record Edition(
        BoardRule board,
        Period period,
        @Nullable String partition,
        String tag,
        String encoding,
        ScorePacking packing,
        Tiebreaker tiebreaker) {

    /** Longer than any update or read takes. */
    private static final Duration EXPIRY_MARGIN = Duration.ofHours(1);

    /** The version of {@link BoardMember}. */
    public static final String VERSION = "v3";

    /** An edition of the points board. */
    public static Edition ofPoints(
            BoardRule rule, String season, String tag, ScorePacking packing, Tiebreaker tiebreaker) {
        var period = new Period(season, packing.start(), null);
        return new Edition(rule, period, null, tag, VERSION + suffix(rule.buckets()), packing, tiebreaker);
    }

    /** The ranking of the points of all seasons together. */
    public static Edition ofAllPoints(Tiebreakers tiebreakers) {
        var rule = BoardRule.ofAllPoints();
        var period = new Period("all", null, null);
        var tag = "season:all";
        return new Edition(rule, period, null, tag, VERSION, ScorePacking.of(rule, period), tiebreakers.of(tag));
    }

    /** An edition of a configured board. */
    public static Edition of(
            BoardRule rule, long id, Period period, @Nullable String partition, Tiebreaker tiebreaker) {
        return new Edition(rule, period, partition, tag(id), encoding(rule), ScorePacking.of(rule, period), tiebreaker);
    }

    /** The hash tag of an edition of a configured board. */
    public static String tag(long id) {
        return "board:" + id;
    }

    /**
     * All parts of the rule that decide the content of the keys, for example {@code
     * v3-descending-1000000000-first-1000-unique-0-172800}. A sliding board adds its days and its operator, which
     * compute its scores: {@code …-7-best}. A trend by the day adds {@code -day}, the end of a board without periods
     * its seconds, and each of the buckets adds itself.
     */
    public static String encoding(BoardRule rule) {
        return "%s-%s-%d-%s-%d-%s-%d-%d%s%s%s%s"
                .formatted(
                        VERSION,
                        rule.order(),
                        rule.maxScore(),
                        rule.ties(),
                        rule.resolution().toMillis(),
                        rule.ranks(),
                        rule.keep(),
                        rule.retention().toSeconds(),
                        rule.slides() ? "-" + rule.days() + operator(rule) : "",
                        rule.trend() == Trend.DAY ? "-day" : "",
                        rule.cycle() == Cycle.NONE && rule.endsAt() != null
                                ? "-until-" + rule.endsAt().getEpochSecond()
                                : "",
                        suffix(rule.buckets()))
                .toLowerCase(Locale.ROOT);
    }

    private static String suffix(List<String> buckets) {
        return buckets.stream().map(bound -> "-" + bound).collect(joining());
    }

    private static String operator(BoardRule rule) {
        return rule.operator() == Operator.SUM ? "" : "-" + rule.operator();
    }

    /** The encoding while the board had no buckets; the same if it has none. */
    public String undividedEncoding() {
        return encoding.substring(0, encoding.length() - suffix(board.buckets()).length());
    }

    /** For messages: {@code points 2026-11}, or {@code popular 2026-11 music} with a partition. */
    public String name() {
        var name = board.name() + " " + period.key();
        return partition == null ? name : name + " " + partition;
    }

    /** When Redis may forget it; null: never by itself. */
    public @Nullable Instant expiresAt() {
        var end = period.endsAt();
        return end == null ? null : end.plus(board.retention()).plus(EXPIRY_MARGIN);
    }

    public RankStyle ranks() {
        return board.ranks();
    }

    public long keep() {
        return board.keep();
    }

    public boolean isDivided() {
        return board.isDivided();
    }

    /** Whether it records which members moved today. */
    public boolean comparesDays() {
        return board.comparesDays();
    }

    /** Whether the time is kept beside the score instead of packed into it. */
    public boolean timeBeside() {
        return packing.ties() == Ties.NONE;
    }

    /** A member as written in Redis: see {@link BoardMember} for a learner, any other name unchanged. */
    public String written(String member) {
        return board.members() == Members.LEARNER ? BoardMember.of(tiebreaker, Long.parseLong(member)) : member;
    }

    /** Reads a member written by {@link #written}. */
    public String member(String written) {
        return board.members() == Members.LEARNER ? Long.toString(BoardMember.learner(written)) : written;
    }
}
