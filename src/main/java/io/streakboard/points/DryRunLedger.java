package io.streakboard.points;

import io.streakboard.points.ledger.Posting;
import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The latest postings that a dry run has counted, up to a limit; no ledger has them. */
final class DryRunLedger {

    private record CountedPosting(DayOfType day, int points) {}

    private final int most;
    private final Map<PostingKey, CountedPosting> postings = new LinkedHashMap<>();
    private final Map<DayOfType, Long> used = new HashMap<>();

    DryRunLedger(int most) {
        this.most = most;
    }

    void add(Posting posting, int points) {
        postings.put(posting.key(), new CountedPosting(posting.dayOfType(), points));
        used.merge(posting.dayOfType(), (long) points, Long::sum);
        if (postings.size() > most) {
            forget(postings.keySet().iterator().next());
        }
    }

    private void forget(PostingKey eldest) {
        var paid = Objects.requireNonNull(postings.remove(eldest));
        long left = used.getOrDefault(paid.day(), 0L) - paid.points();
        if (left == 0) {
            used.remove(paid.day());
        } else {
            used.put(paid.day(), left);
        }
    }

    /** The keys of the postings that were counted. */
    Set<PostingKey> known(Collection<Posting> some) {
        return some.stream().map(Posting::key).filter(postings::containsKey).collect(Collectors.toSet());
    }

    /** The points counted for the days and types of postings. */
    Map<DayOfType, Long> used(Collection<Posting> some) {
        return some.stream()
                .map(Posting::dayOfType)
                .distinct()
                .filter(used::containsKey)
                .collect(Collectors.toMap(day -> day, day -> used.getOrDefault(day, 0L)));
    }
}
