package io.streakboard.signin.partition;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The partitions of learners. Every key of a learner carries the hash tag of the partition, so that one script can use
 * all of them, also on Redis Cluster: {@code streak:{3}:journal}.
 *
 * @param count number of hash slots that learners are spread over; fixed once there is data
 * @param spread assigns learners to partitions; fixed once there is data
 */
public record Partitions(int count, Spread spread) {

    /** Short on purpose: a learner's key of up to 30 characters takes 16 bytes less than a longer one, each year. */
    public static final String PREFIX = "streak:";

    /** Number of consecutive ids that {@link Spread#PAGES} keeps together. */
    public static final int LEARNERS_A_PAGE = 128;

    /** Enough hashes to keep some millions of learners in the compact encoding of small hashes. */
    private static final int BUCKETS = 512;

    /** Assigns a learner to a partition. */
    public enum Spread {
        /** By a hash of the id. */
        LEARNERS,
        /** By a hash of the id without its last seven bits, so that neighbours can share a page of bitmaps. */
        PAGES
    }

    /** Spreads each learner alone. */
    public Partitions(int count) {
        this(count, Spread.LEARNERS);
    }

    /** The partition of a learner. */
    public int of(long learner) {
        return switch (spread) {
            case LEARNERS -> (int) Long.remainderUnsigned(mixed(learner), count);
            case PAGES -> (int) Long.remainderUnsigned(mixed(learner / LEARNERS_A_PAGE), count);
        };
    }

    public IntStream all() {
        return IntStream.range(0, count);
    }

    /**
     * Runs a command for each partition, and returns the results in their order. Runs all at once, which saves a round
     * trip for each.
     */
    public <T> List<T> each(IntFunction<T> command) {
        return atOnce(all().boxed().toList(), command::apply);
    }

    /** Like {@link #each}, for some partitions or groups of partitions. */
    public static <P, T> List<T> atOnce(Collection<P> keys, Function<P, T> command) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return keys.stream()
                    .map(each -> CompletableFuture.supplyAsync(() -> command.apply(each), threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    /** The number of the partition's small hash that has the learner's field. */
    public long bucketOf(long learner) {
        return (mixed(learner) >>> 48) % BUCKETS;
    }

    /** The name of a key in the hash slot of a partition. */
    public String key(int partition, String name) {
        return PREFIX + "{" + partition + "}:" + name;
    }

    /** The finalizer of MurmurHash3: each bit of the id changes half the bits of the result. */
    private static long mixed(long id) {
        long mixed = id;
        mixed = (mixed ^ mixed >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
