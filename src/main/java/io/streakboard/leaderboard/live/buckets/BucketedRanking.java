package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.buckets.Looks.Look;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an edition in buckets. A look at all of them tells which bucket has the answer and how many are above; then only
 * this bucket is read, and its neighbours while entries are missing. Ranks count on from the best bucket that was read,
 * so a page has no holes. Changes after the look may shift all ranks of an answer by their number.
 */
final class BucketedRanking implements Ranking {

    private static final int MOST_LOOKS = 3;

    private final Edition edition;
    private final List<Ranking> buckets;
    private final Looks looks;

    /** @param buckets from the worst to the best */
    BucketedRanking(Edition edition, List<Ranking> buckets, Looks looks) {
        this.edition = edition;
        this.buckets = buckets;
        this.looks = looks;
    }

    /**
     * Looks and reads: again if a member crossed a bound in between, so that it was read twice or not at all, and once
     * more if one was not found, which may have been on its way. The better place of a member is shown.
     *
     * @param wanted members that should be among the entries
     */
    private Page answer(Collection<String> wanted, @Nullable String me, Function<Look, List<Entry>> reading) {
        var asked = new HashSet<>(wanted);
        if (me != null) {
            asked.add(me);
        }
        for (int tries = 1; ; tries++) {
            boolean first = tries == 1;
            var look = looks.at(asked);
            var read = reading.apply(look);
            var members = new HashSet<String>();
            var once =
                    read.stream().filter(entry -> members.add(entry.member())).toList();
            boolean torn = once.size() < read.size()
                    || wanted.stream()
                            .anyMatch(member -> !members.contains(member) && (first || look.bucket(member) >= 0));
            if (!torn || tries == MOST_LOOKS) {
                return new Page(look.total(), once, mine(look, once, me), !look.complete());
            }
        }
    }

    private @Nullable Entry mine(Look look, List<Entry> entries, @Nullable String me) {
        int bucket = me == null ? -1 : look.bucket(me);
        if (me == null || bucket < 0) {
            return null;
        }
        return entries.stream()
                .filter(entry -> entry.member().equals(me))
                .findFirst()
                .or(() -> Optional.ofNullable(buckets.get(bucket).of(me))
                        .map(entry -> ranked(Look.above(bucket, look.ranks()), entry)))
                .orElse(null);
    }

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return answer(List.of(), me, look -> entries(look, offset, size));
    }

    private List<Entry> entries(Look look, long offset, int size) {
        int bucket = look.bucket(offset);
        var page = buckets.get(bucket).page(offset - Look.above(bucket, look.members()), size, null);
        return joined(look, bucket, page, 0, 0, size);
    }

    /** A page of a bucket and what follows, until there are {@code size} entries. */
    Page from(int bucket, Supplier<Page> first, int size, @Nullable String me) {
        return answer(List.of(), me, look -> joined(look, bucket, first.get(), 0, 0, size));
    }

    @Override
    public Page around(String member, int radius, @Nullable String me) {
        return answer(List.of(member), me, look -> {
            int bucket = look.bucket(member);
            if (bucket < 0) {
                return List.of();
            }
            var page = buckets.get(bucket).around(member, radius, null);
            int above = page.entries().stream().map(Entry::member).toList().indexOf(member);
            return above < 0 ? List.of() : joined(look, bucket, page, above, radius, radius + 1);
        });
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long possible = Math.clamp(score, 0, edition.packing().maxScore());
        int bucket = edition.board().bucket(possible);
        return answer(List.of(), me, look -> {
            var page = buckets.get(bucket).aroundScore(possible, radius, null);
            long above = page.entries().stream()
                    .filter(entry -> isBefore(entry.score(), possible))
                    .count();
            return joined(look, bucket, page, (int) above, radius, radius);
        });
    }

    /** Whether a score is before the place where another one would stand. */
    private boolean isBefore(long score, long other) {
        return score == other
                ? edition.packing().ties() != Ties.LAST
                : edition.board().better(score, other);
    }

    /**
     * A page of a bucket, and from others what is missing above and below it, ranked.
     *
     * @param found how many entries of the page are above the place in the middle, of as many as {@code above}
     * @param below how many there should be from there on
     */
    private List<Entry> joined(Look look, int bucket, Page page, int found, int above, int below) {
        var pages = new TreeMap<Integer, Page>(Comparator.reverseOrder());
        pages.put(bucket, page);
        for (int i = bucket + 1, missing = above - found; i < buckets.size() && missing > 0; i++) {
            if (look.members().get(i) > 0) {
                pages.put(i, last(i, missing));
                missing -= pages.get(i).entries().size();
            }
        }
        for (int i = bucket - 1, missing = below - page.entries().size() + found; i >= 0 && missing > 0; i--) {
            if (look.members().get(i) > 0) {
                pages.put(i, buckets.get(i).page(0, missing, null));
                missing -= pages.get(i).entries().size();
            }
        }
        var entries = new ArrayList<Entry>();
        long ranks = Look.above(pages.firstKey(), look.ranks());
        for (var each : pages.entrySet()) {
            entries.addAll(ranked(ranks, each.getValue().entries()));
            ranks += ranks(look, each.getKey(), each.getValue());
        }
        return entries;
    }

    /** The last entries of a bucket that is not the worst: above the worst score, which no member of it has. */
    private Page last(int bucket, int size) {
        long worst = edition.packing().order() == Order.DESCENDING ? 0 : Long.MAX_VALUE;
        return buckets.get(bucket).aroundScore(worst, size, null);
    }

    /** How many ranks a bucket has whose page was read to the end. */
    private long ranks(Look look, int bucket, Page page) {
        if (edition.ranks() != RankStyle.DENSE) {
            return page.total();
        }
        return page.entries().isEmpty()
                ? look.ranks().get(bucket)
                : page.entries().getLast().rank();
    }

    private static List<Entry> ranked(long above, List<Entry> entries) {
        return entries.stream().map(entry -> ranked(above, entry)).toList();
    }

    private static Entry ranked(long above, Entry entry) {
        return new Entry(
                above + entry.rank(),
                entry.member(),
                entry.score(),
                entry.reachedAt(),
                entry.extra(),
                entry.movement());
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        return answer(members, me, look -> {
            var entries = new ArrayList<Entry>();
            for (int i = buckets.size() - 1; i >= 0; i--) {
                int bucket = i;
                var there = members.stream()
                        .filter(member -> look.bucket(member) == bucket)
                        .toList();
                if (!there.isEmpty()) {
                    long worst = entries.isEmpty() ? 0 : entries.getLast().rank();
                    entries.addAll(ranked(
                            Math.max(worst, Look.above(i, look.ranks())),
                            buckets.get(i).among(there, null).entries()));
                }
            }
            return entries;
        });
    }

    /** One look serves all percents: each would look at all buckets once more. */
    @Override
    public Statistics<Share> percentiles(List<BigDecimal> percents) {
        var look = looks.at(List.of());
        return new Statistics<>(
                percents.stream()
                        .map(percent -> {
                            var entries = entries(look, Share.of(look.total(), percent) - 1, 1);
                            return Share.endingWith(entries.isEmpty() ? null : entries.getFirst(), percent);
                        })
                        .toList(),
                !look.complete());
    }

    @Override
    public Statistics<Long> counts(List<Range> ranges) {
        var sums = new long[ranges.size()];
        boolean degraded = false;
        for (int i = 0; i < buckets.size(); i++) {
            int bucket = i;
            var reaching = IntStream.range(0, sums.length)
                    .filter(range -> reaches(ranges.get(range), bucket))
                    .toArray();
            if (reaching.length > 0) {
                var counts = buckets.get(i)
                        .counts(Arrays.stream(reaching).mapToObj(ranges::get).toList());
                degraded |= counts.degraded();
                for (int j = 0; j < reaching.length; j++) {
                    sums[reaching[j]] += counts.values().get(j);
                }
            }
        }
        return new Statistics<>(Arrays.stream(sums).boxed().toList(), degraded);
    }

    /** Whether a bucket may have scores of a range: most ranges of a distribution are in one bucket. */
    private boolean reaches(Range range, int bucket) {
        int one = edition.board().bucket(range.min());
        int other = edition.board().bucket(range.max());
        return bucket >= Math.min(one, other) && bucket <= Math.max(one, other);
    }
}
