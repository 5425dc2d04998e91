package io.streakboard.signin.partition;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.validation.annotation.Validated;

/**
 * The partitions of learners. Every key of a learner carries the hash tag of the learner's partition, so that one
 * script can use all of them, also on Redis Cluster: {@code streak:{3}:journal}.
 *
 * @param count how many hash slots learners are spread over, by id; fixed once there is data
 */
@Validated
@ConfigurationProperties("streakboard.signin")
public record Partitions(
        @Name("partitions") @DefaultValue("4") @Min(1) @Max(1024)
        int count) {

    /** Short on purpose: a learner's key of up to 30 characters takes 16 bytes less than a longer one, each year. */
    public static final String PREFIX = "streak:";

    /** With so many, the hashes of a million learners stay in the compact encoding of small hashes. */
    private static final int BUCKETS = 512;

    /** The partition of a learner. */
    public int of(long learner) {
        return (int) (learner % count);
    }

    public IntStream all() {
        return IntStream.range(0, count);
    }

    /** The learner's place among the learners of the same partition: neighbours there have neighbouring numbers. */
    public long indexOf(long learner) {
        return learner / count;
    }

    /** Which of the small hashes of the partition has the learner's field. */
    public long bucketOf(long learner) {
        return indexOf(learner) % BUCKETS;
    }

    /** The name of a key in the hash slot of a partition. */
    public String key(int partition, String name) {
        return PREFIX + "{" + partition + "}:" + name;
    }
}
