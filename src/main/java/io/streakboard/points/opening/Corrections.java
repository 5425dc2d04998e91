package io.streakboard.points.opening;

import static java.util.Comparator.comparing;

import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Decides the balances of a file, one after the other. The newest file wins, even if an older one is imported later.
 * Pure: it only collects what to write.
 */
class Corrections {

    private static final long MOST = 1_000_000_000;

    record BalanceKey(long learner, String sourceId) implements Comparable<BalanceKey> {

        private static final Comparator<BalanceKey> ORDER =
                comparing(BalanceKey::learner).thenComparing(BalanceKey::sourceId);

        @Override
        public int compareTo(BalanceKey other) {
            return ORDER.compare(this, other);
        }
    }

    /** @param importRunId its file; 0 before files were kept */
    record RecordedBalance(String sourceId, long points, long importRunId, Instant recordedAt) {

        /** A balance that was taken back has a file. */
        private boolean isNew() {
            return points == 0 && importRunId == 0;
        }
    }

    /** @param former the points before */
    record BalanceChange(
            long learner, String sourceId, long importRunId, long former, long points, Instant recordedAt) {}

    private final Map<BalanceKey, RecordedBalance> recorded;
    private final long importRunId;
    private final Instant now;
    private final SortedMap<BalanceKey, RecordedBalance> written = new TreeMap<>();
    private final List<BalanceChange> changes = new ArrayList<>();

    /** @param importRunId the file */
    Corrections(Map<BalanceKey, RecordedBalance> recorded, long importRunId, Instant now) {
        this.recorded = new HashMap<>(recorded);
        this.importRunId = importRunId;
        this.now = now;
    }

    /** The error of a balance's points; empty if they are valid. 0 is for balances that exist. */
    static Optional<Violation> violation(long points) {
        return points < 0 || points > MOST ? Optional.of(ViolationCode.RANGE.of("points", 1, MOST)) : Optional.empty();
    }

    /** The reason why a balance changes nothing; empty if it changes something. */
    Optional<Violation> take(BalanceKey key, long points) {
        var former = recorded.getOrDefault(key, new RecordedBalance(key.sourceId(), 0, 0, now));
        if (former.isNew()) {
            return points == 0 ? Optional.of(ViolationCode.RANGE.of("points", 1, MOST)) : write(key, points, now);
        }
        if (former.points() == points) {
            if (former.importRunId() < importRunId) {
                write(key, points, former.recordedAt());
            }
            return Optional.of(ViolationCode.COUNTED_BEFORE.of("sourceId"));
        }
        if (former.importRunId() == importRunId) {
            return Optional.of(ViolationCode.SAID_OTHERWISE.of("points", former.points()));
        }
        if (former.importRunId() > importRunId) {
            return Optional.of(ViolationCode.CORRECTED_SINCE.of("points", former.importRunId(), former.points()));
        }
        changes.add(new BalanceChange(key.learner(), key.sourceId(), importRunId, former.points(), points, now));
        return write(key, points, now);
    }

    private Optional<Violation> write(BalanceKey key, long points, Instant recordedAt) {
        var balance = new RecordedBalance(key.sourceId(), points, importRunId, recordedAt);
        recorded.put(key, balance);
        written.put(key, balance);
        return Optional.empty();
    }

    /** In the order of keys. */
    SortedMap<BalanceKey, RecordedBalance> written() {
        return written;
    }

    List<BalanceChange> changes() {
        return changes;
    }
}
