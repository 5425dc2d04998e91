package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.Buckets;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.DividedEditions;
import io.streakboard.leaderboard.live.LiveStore;
import io.streakboard.leaderboard.live.SortedSets;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Editions that are divided into buckets. */
@Component
public class BucketedEditions implements DividedEditions {

    private final SortedSets sets;

    public BucketedEditions(SortedSets sets) {
        this.sets = sets;
    }

    @Override
    public LiveStore of(Edition edition) {
        var ranges = ranges(edition);
        return new BucketedEdition(
                edition,
                ranges,
                IntStream.range(0, ranges.count())
                        .mapToObj(number -> bucket(edition.bucket(number), number))
                        .toList(),
                ranking(edition));
    }

    private Bucket bucket(Edition edition, int number) {
        return new Bucket(sets.of(edition), sets.scripts(edition), number);
    }

    @Override
    public Ranking ranking(Edition edition) {
        return new BucketedRanking(edition, ranges(edition), rankings(edition));
    }

    @Override
    public LivePages pages(Edition edition) {
        return new BucketPages(
                edition,
                ranges(edition),
                rankings(edition),
                parts(edition).stream().map(sets::pages).toList());
    }

    private List<Ranking> rankings(Edition edition) {
        return parts(edition).stream().map(sets::ranking).toList();
    }

    @Override
    public List<Edition> parts(Edition edition) {
        return IntStream.range(0, ranges(edition).count())
                .mapToObj(edition::bucket)
                .toList()
                .reversed();
    }

    private static Buckets ranges(Edition edition) {
        return new Buckets(edition.buckets(), edition.packing().order());
    }
}
