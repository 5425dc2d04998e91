package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.DueEditions;
import io.streakboard.leaderboard.editions.EditionTable;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Removes editions whose retention is over. First the edition is marked, which stops all writes to it. Then its scores
 * and its log are deleted in pieces (the log of a reset edition goes on with the newer one), then its keys in Redis,
 * and finally the edition. After a crash the next run continues.
 */
@Component
class EditionRemoval {

    private static final int BATCH = 100;

    private final EditionTable table;
    private final DueEditions due;
    private final Editions editions;
    private final LiveBoards live;
    private final ScoreRemoval scores;
    private final BusinessTime time;

    EditionRemoval(
            EditionTable table,
            DueEditions due,
            Editions editions,
            LiveBoards live,
            ScoreRemoval scores,
            BusinessTime time) {
        this.table = table;
        this.due = due;
        this.editions = editions;
        this.live = live;
        this.scores = scores;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.board.removal-interval:1m}")
    @SchedulerLock(name = "remove-editions")
    void run() {
        LockAssert.assertLocked();
        removeKeptUntil(time.now());
    }

    void removeKeptUntil(Instant instant) {
        for (var batch = outlived(instant); !batch.isEmpty(); batch = outlived(instant)) {
            batch.forEach(this::remove);
        }
    }

    private List<EditionRow> outlived(Instant instant) {
        return due.outlived(instant, editions.keepingFinals(), BATCH);
    }

    /** A final edition loses its scores and stays. */
    private void remove(EditionRow row) {
        boolean stays = row.seal() != null;
        if (!stays && !begin(row)) {
            return;
        }
        heir(row).ifPresent(newest -> scores.moveLog(row.id(), newest.id()));
        scores.removeAll(row.id());
        editions.stored(row).ifPresent(edition -> {
            editions.forget(edition);
            live.of(edition.edition()).clear();
        });
        if (stays) {
            due.keepForGood(row.id());
        } else {
            due.delete(row.id());
        }
    }

    /**
     * The edition that takes over the log of a reset edition: its next version, or the ranking over all if it has none
     * yet.
     */
    private Optional<EditionRow> heir(EditionRow row) {
        var partitions = row.replacedAt() == null ? Stream.of(row.partition()) : Stream.of(row.partition(), "");
        return partitions
                .flatMap(partition -> table.newest(row.board(), row.period().key(), partition).stream())
                .filter(newest -> newest.id() != row.id())
                .findFirst();
    }

    private boolean begin(EditionRow row) {
        return scores.alone(row.board(), () -> due.beginRemoval(row.id(), time.now()));
    }
}
