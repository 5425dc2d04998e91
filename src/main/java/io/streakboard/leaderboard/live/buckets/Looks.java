package io.streakboard.leaderboard.live.buckets;

import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.redis.Pipeline;
import io.streakboard.redis.Pipeline.Read;
import io.streakboard.sharing.RequestBatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Asks all buckets at once how many members they have, and which have some members, by plain commands that concurrent
 * callers share. Buckets count from the worst, 0. The numbers are kept for a second, unless this instance writes: only
 * what other instances have written may be missing from the number of members above.
 *
 * <pre>
 * ZCARD   streakboard:board:{board:7:2}:v3-…:live
 * EXISTS  streakboard:board:{board:7:2}:v3-…:complete
 * ZMSCORE streakboard:board:{board:7:2}:v3-…:live 07c5e1r57 b1d3f0r58
 * </pre>
 */
final class Looks {

    private static final int MAX_BATCH = 64;
    private static final int MAX_IN_FLIGHT = 1;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TTL = Duration.ofSeconds(1);

    /** In place of a member, so that there is a request. */
    private static final String NO_MEMBER = "";

    private static final Function<BoardKeys, Read> SIZE = bucket -> new Read("ZCARD", bucket.live(), List.of());
    private static final Function<BoardKeys, Read> COMPLETE =
            bucket -> new Read("EXISTS", bucket.complete(), List.of());
    private static final Function<BoardKeys, Read> DISTINCT = bucket -> new Read("ZCARD", bucket.distinct(), List.of());

    /** @param begun when the request began; the rest as in {@link Look} */
    private record Sizes(List<Long> members, List<Long> ranks, boolean complete, long begun) {}

    /**
     * @param members how many each bucket has
     * @param ranks how many ranks these have: fewer than members if ranks are dense
     * @param places the buckets that have each member; two while it moves
     * @param complete whether no bucket may lack members
     */
    record Look(List<Long> members, List<Long> ranks, Map<String, List<Integer>> places, boolean complete) {

        private Look(Sizes sizes, Map<String, List<Integer>> places) {
            this(sizes.members(), sizes.ranks(), places, sizes.complete());
        }

        /** The best bucket that has a member; -1 if none has. */
        int bucket(String member) {
            var found = places.getOrDefault(member, List.of());
            return found.isEmpty() ? -1 : found.getLast();
        }

        /** The bucket of the entry after so many others; the worst if there are fewer. */
        int bucket(long offset) {
            int bucket = members.size() - 1;
            while (bucket > 0 && above(bucket - 1, members) <= offset) {
                bucket--;
            }
            return bucket;
        }

        /** The sum over all better buckets. */
        static long above(int bucket, List<Long> numbers) {
            return numbers.subList(bucket + 1, numbers.size()).stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }

        long total() {
            return above(-1, members);
        }
    }

    private final Edition edition;
    private final List<BoardKeys> buckets;
    private final Pipeline pipeline;
    private volatile @Nullable Sizes kept;
    private volatile long changed = System.nanoTime();
    private final RequestBatcher<String, Look> batcher =
            new RequestBatcher<>(MAX_BATCH, MAX_IN_FLIGHT, TIMEOUT, this::together);

    /** @param buckets from the worst to the best */
    Looks(Edition edition, List<Edition> buckets, Pipeline pipeline) {
        this.edition = edition;
        this.buckets = buckets.stream().map(BoardKeys::new).toList();
        this.pipeline = pipeline;
    }

    Look at(Collection<String> members) {
        var sizes = kept;
        if (members.isEmpty() && sizes != null && isFresh(sizes)) {
            return new Look(sizes, Map.of());
        }
        return batcher.ask(members.isEmpty() ? List.of(NO_MEMBER) : List.copyOf(members))
                .getFirst();
    }

    /** To be called after this instance has changed a bucket. */
    void outdate() {
        changed = System.nanoTime();
    }

    /** Numbers with an empty bucket are not kept: its first member would be missing from pages. */
    private boolean isFresh(Sizes sizes) {
        return sizes.begun() - changed > 0
                && System.nanoTime() - sizes.begun() < TTL.toNanos()
                && !sizes.members().contains(0L);
    }

    private List<Look> together(List<String> requested) {
        var members =
                requested.stream().filter(member -> !member.equals(NO_MEMBER)).toList();
        var sizes = kept;
        if (sizes != null && !isFresh(sizes)) {
            sizes = null;
        }
        var requests = new ArrayList<>(sizes == null ? ofSizes() : List.<Function<BoardKeys, Read>>of());
        if (!members.isEmpty()) {
            requests.add(scores(BoardKeys::live, members));
        }
        long begun = System.nanoTime();
        var answers = ask(requests);
        if (sizes == null) {
            sizes = sizes(answers, begun);
            kept = sizes;
        }
        var places = places(members, answers.subList(Math.max(0, answers.size() - 1), answers.size()));
        return Collections.nCopies(requested.size(), new Look(sizes, places));
    }

    private List<Function<BoardKeys, Read>> ofSizes() {
        return edition.ranks() == RankStyle.DENSE ? List.of(SIZE, COMPLETE, DISTINCT) : List.of(SIZE, COMPLETE);
    }

    private Sizes sizes(List<List<List<@Nullable Object>>> answers, long begun) {
        var sizes = numbers(answers.getFirst());
        return new Sizes(
                sizes,
                edition.ranks() == RankStyle.DENSE ? numbers(answers.get(2)) : sizes,
                !numbers(answers.get(1)).contains(0L),
                begun);
    }

    /**
     * The packed values of members, each in the first bucket that has it.
     *
     * @param parts the scores whose members are read from each bucket
     */
    Map<String, Long> values(List<List<Score>> parts) {
        var requested = IntStream.range(0, parts.size())
                .filter(bucket -> !parts.get(bucket).isEmpty())
                .boxed()
                .toList();
        var answers = pipeline.readAll(requested.stream()
                        .map(bucket -> scores(BoardKeys::live, members(parts.get(bucket)))
                                .apply(buckets.get(bucket)))
                        .toList())
                .iterator();
        var values = new HashMap<String, Long>();
        for (int bucket : requested) {
            var found = answers.next().iterator();
            for (var score : parts.get(bucket)) {
                if (found.next() instanceof Double value) {
                    values.putIfAbsent(score.member(), edition.packing().packed(value));
                }
            }
        }
        return values;
    }

    private static List<String> members(List<Score> scores) {
        return scores.stream().map(Score::member).toList();
    }

    /** The buckets that have each of some members, shown or in what a rebuild has built. */
    Map<String, List<Integer>> holders(List<String> members) {
        return places(
                members,
                ask(List.of(
                        scores(BoardKeys::live, members),
                        scores(keys -> keys.built().getFirst(), members))));
    }

    private Function<BoardKeys, Read> scores(Function<BoardKeys, String> key, List<String> members) {
        var written = members.stream().map(edition::written).toList();
        return bucket -> new Read("ZMSCORE", key.apply(bucket), written);
    }

    /** The answers of all buckets to each request. */
    private List<List<List<@Nullable Object>>> ask(List<Function<BoardKeys, Read>> requests) {
        var answers = pipeline.readAll(requests.stream()
                .flatMap(request -> buckets.stream().map(request))
                .toList());
        return IntStream.range(0, requests.size())
                .mapToObj(i -> answers.subList(i * buckets.size(), (i + 1) * buckets.size()))
                .toList();
    }

    private static List<Long> numbers(List<List<@Nullable Object>> answers) {
        return answers.stream()
                .map(answer -> (Long) Objects.requireNonNull(answer.getFirst()))
                .toList();
    }

    private Map<String, List<Integer>> places(List<String> members, List<List<List<@Nullable Object>>> scores) {
        return IntStream.range(0, members.size())
                .boxed()
                .collect(toMap(
                        members::get,
                        member -> IntStream.range(0, buckets.size())
                                .filter(bucket -> scores.stream()
                                        .anyMatch(values -> values.get(bucket).get(member) != null))
                                .boxed()
                                .toList()));
    }
}
