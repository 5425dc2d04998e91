package io.streakboard.signin.script;

import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Topology;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.stream.Stream;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The answers to a day's sign-ins, kept so that a repeated sign-in gets the same answer, and their number.
 *
 * <pre>
 * streak:{3}:answers:2026-11-21:17      hash    learner -> "points order", and more fields: see call.lua
 * streak:count:2026-11-21               string  sign-ins of the day
 * </pre>
 */
@Component
public class RecentAnswers {

    /** Longer than the day lasts in any zone, even if the application's clock is wrong by some hours. */
    static final Duration KEPT = Duration.ofDays(2);

    private static final RedisScript<Long> ERASE = LuaScript.of("signin/erase_answers", Long.class);

    private final StringRedisTemplate redis;
    private final Partitions partitions;
    private final BusinessTime time;
    private final boolean cluster;

    RecentAnswers(StringRedisTemplate redis, Partitions partitions, BusinessTime time) {
        this.redis = redis;
        this.partitions = partitions;
        this.time = time;
        this.cluster = Topology.isCluster(redis);
    }

    String key(long learner, LocalDate day) {
        return partitions.key(partitions.of(learner), "answers:" + day + ":" + partitions.bucketOf(learner));
    }

    /**
     * One count for all, except in a cluster, where a script reaches one slot only and each partition counts alone.
     */
    String count(long learner, LocalDate day) {
        return cluster ? partitions.key(partitions.of(learner), "count:" + day) : Partitions.PREFIX + "count:" + day;
    }

    /**
     * Deletes a learner's stored answers.
     *
     * @param signed all days ever signed: any may have been made up for, or sent by a service, within the last days
     */
    public void erase(long learner, Collection<LocalDate> signed) {
        var today = time.today();
        var recent = today.minusDays(KEPT.toDays() + 1).datesUntil(today.plusDays(2));
        var keys = Stream.concat(recent, signed.stream())
                .distinct()
                .map(day -> key(learner, day))
                .toList();
        redis.execute(ERASE, keys, Long.toString(learner));
    }
}
