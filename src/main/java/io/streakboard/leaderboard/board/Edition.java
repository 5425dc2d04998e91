package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.joining;

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
 * @param board its name
 * @param period its key, for example {@code 2026-11}
 * @param partition null for the ranking of all members
 * @param tag the hash tag of its keys in Redis; no two editions have the same
 * @param encoding part of the names of its keys: another one for whatever changes what is in them, so that a board
 *     whose rule changes is rebuilt
 * @param packing how score and time share a number
 * @param members who is ranked
 * @param ranks which ranks equal scores have
 * @param keep how many of the best are ranked; 0: all
 * @param trend what ranks are compared with
 * @param buckets upper bounds of the ranges of scores that are ranked apart; empty: all are ranked in one set
 * @param expiresAt when Redis may forget it; null: never by itself
 */
public record Edition(
        String board,
        String period,
        @Nullable String partition,
        String tag,
        String encoding,
        ScorePacking packing,
        Members members,
        RankStyle ranks,
        long keep,
        Trend trend,
        List<Long> buckets,
        @Nullable Instant expiresAt) {

    /** Longer than any update or read is under way. */
    private static final Duration A_LITTLE = Duration.ofHours(1);

    /** The version of {@link BoardMember}. */
    private static final String VERSION = "v2";

    /** An edition of the points board. */
    public static Edition ofPoints(String board, String period, String tag, ScorePacking packing, List<Long> buckets) {
        return new Edition(
                board,
                period,
                null,
                tag,
                VERSION + suffix(buckets),
                packing,
                Members.LEARNER,
                RankStyle.UNIQUE,
                0,
                Trend.DAY,
                buckets,
                null);
    }

    /** An edition of a configured board. */
    public static Edition of(BoardRule rule, long id, Period period, @Nullable String partition) {
        return new Edition(
                rule.name(),
                period.key(),
                partition,
                "board:" + id,
                encoding(rule),
                ScorePacking.of(rule, period),
                rule.members(),
                rule.ranks(),
                rule.keep(),
                rule.trend(),
                rule.buckets(),
                period.endsAt() == null
                        ? null
                        : period.endsAt().plus(rule.retention()).plus(A_LITTLE));
    }

    /**
     * All that decides what is in the keys, for example {@code v2-descending-1000000000-first-1000-unique-0}. A sliding
     * board adds its days and its operator, as its scores are made by them: {@code …-7-best}. A trend by the day adds
     * {@code -day}, and each bound of the buckets adds itself.
     */
    private static String encoding(BoardRule rule) {
        return "%s-%s-%d-%s-%d-%s-%d%s%s%s"
                .formatted(
                        VERSION,
                        rule.order(),
                        rule.maxScore(),
                        rule.ties(),
                        rule.resolution().toMillis(),
                        rule.ranks(),
                        rule.keep(),
                        rule.slides() ? "-" + rule.days() + operator(rule) : "",
                        rule.trend() == Trend.DAY ? "-day" : "",
                        suffix(rule.buckets()))
                .toLowerCase(Locale.ROOT);
    }

    private static String suffix(List<Long> buckets) {
        return buckets.stream().map(bound -> "-" + bound).collect(joining());
    }

    private static String operator(BoardRule rule) {
        return rule.operator() == Operator.SUM ? "" : "-" + rule.operator();
    }

    /** One of its buckets as an edition of its own, with a hash tag of its own. */
    public Edition bucket(int bucket) {
        return new Edition(
                board,
                period,
                partition,
                tag + ":" + bucket,
                encoding,
                packing,
                members,
                ranks,
                keep,
                trend,
                List.of(),
                expiresAt);
    }

    /** The same edition as it is kept without buckets. */
    public Edition undivided() {
        return new Edition(
                board,
                period,
                partition,
                tag,
                encoding.substring(0, encoding.length() - suffix(buckets).length()),
                packing,
                members,
                ranks,
                keep,
                trend,
                List.of(),
                expiresAt);
    }

    /** The same edition, in the same keys, for readers who do not compare ranks. */
    public Edition uncompared() {
        return new Edition(
                board, period, partition, tag, encoding, packing, members, ranks, keep, Trend.NONE, buckets, expiresAt);
    }

    /** For messages: {@code points 2026-11}, or {@code popular 2026-11 music} with a partition. */
    public String name() {
        return partition == null ? board + " " + period : board + " " + period + " " + partition;
    }

    /** Whether it keeps who has moved today. */
    public boolean comparesDays() {
        return trend == Trend.DAY;
    }

    /** Whether the time is kept beside the score, as it is no part of it. */
    public boolean timeBeside() {
        return packing.ties() == Ties.NONE;
    }

    /** The time at which a score was reached, as far as the board tells times apart. */
    public Instant told(Instant reachedAt) {
        long step = packing.resolution().toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(reachedAt.toEpochMilli(), step) * step);
    }

    /** A member as it is written in Redis: the letter and digits of a learner, or any other name as it is. */
    public String written(String member) {
        return members == Members.LEARNER ? BoardMember.of(Long.parseLong(member)) : member;
    }

    /** A member from what is written in Redis. */
    public String member(String written) {
        return members == Members.LEARNER ? Long.toString(BoardMember.learner(written)) : written;
    }
}
