package io.streakboard.leaderboard.scores;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.live.Sent;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import io.streakboard.web.RateLimitedLogger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Writes scores to Redis after the commit, on the thread that wrote them, because its callers wait for the ranks. A
 * failure does not reach the callers. The publication then stays open, as after a crash, and is delivered again.
 * Repeated or late delivery changes nothing: see {@code write.lua}.
 */
@Component
class ScoresListener {

    private record Write(StoredEdition edition, List<Score> scores, Sent<List<RankChange>> ranks) {}

    private static final RateLimitedLogger failures =
            new RateLimitedLogger(LoggerFactory.getLogger(ScoresListener.class));

    private final Editions editions;
    private final LiveBoards live;
    private final ScoreTable scores;
    private final RestoreCheckpoint checkpoint;
    private final BoardsRollout rollout;

    ScoresListener(
            Editions editions,
            LiveBoards live,
            ScoreTable scores,
            RestoreCheckpoint checkpoint,
            BoardsRollout rollout) {
        this.rollout = rollout;
        this.editions = editions;
        this.live = live;
        this.scores = scores;
        this.checkpoint = checkpoint;
    }

    @TransactionalEventListener
    void on(ScoresChanged changed) {
        try {
            write(changed);
        } catch (RuntimeException failure) {
            failures.failure("Scores are not in Redis, and will be", failure);
            throw failure;
        }
    }

    /**
     * Sends the scores of all editions at once, so that Redis syncs its file once or twice instead of for each edition.
     * An edition whose board is not configured cannot take scores. Its keys in Redis are removed, or outdated ones
     * would be shown once the board is back.
     */
    private void write(ScoresChanged changed) {
        rollout.note();
        var writes = new ArrayList<Write>();
        for (var each : changed.editions()) {
            editions.byId(each.edition())
                    .ifPresentOrElse(
                            edition -> writes.addAll(write(edition, each.scores(), changed.since())),
                            () -> forget(each.edition()));
        }
        writes.forEach(this::finish);
    }

    private List<Write> write(StoredEdition edition, List<Score> changed, @Nullable LocalDate since) {
        return edition.isSeries() ? slide(edition, changed, since) : List.of(send(edition, changed));
    }

    private void forget(long edition) {
        var all = editions.withWindows(edition);
        if (!all.isEmpty()) {
            all.forEach(live::clear);
            checkpoint.drop(); // another instance may know the board
        }
    }

    /**
     * Writes to the existing windows after the commit. A window made later is built later, with the scores from MySQL.
     * Reads the members' rows again, so if two days of a member change at once, the later write has both. A deletion
     * that comes once the row is gone, too, is removed from all windows.
     */
    private List<Write> slide(StoredEdition series, List<Score> changed, @Nullable LocalDate since) {
        var rows = scores.among(series.id(), changed.stream().map(Score::member).toList());
        var windows = editions.windows(series);
        var kept = rows.stream()
                .filter(row -> windows.stream().anyMatch(row::concerns))
                .toList();
        var gone = gone(changed, rows);
        return windows.stream()
                .filter(window -> since == null || !since.isAfter(requireNonNull(window.lastDay())))
                .map(window -> send(
                        window,
                        Stream.concat(kept.stream().map(row -> row.shown(window)), gone.stream())
                                .toList()))
                .toList();
    }

    private static List<Score> gone(List<Score> changed, List<ScoreRow> rows) {
        var there = rows.stream().map(row -> row.key().member()).collect(toSet());
        return changed.stream()
                .filter(score -> score.reachedAt() == null && !there.contains(score.member()))
                .toList();
    }

    private Write send(StoredEdition edition, List<Score> changed) {
        return new Write(edition, changed, live.of(edition.edition()).send(changed));
    }

    private void finish(Write write) {
        var ranks = write.ranks().answer();
        for (int i = 0; i < ranks.size(); i++) {
            RankChangeCollector.collect(
                    new ScoreKey(write.edition().id(), write.scores().get(i).member()), ranks.get(i));
        }
        checkForGaps(write.edition(), write.scores());
    }

    /** An edition that keeps only its best members may lack some after one of them has become worse. */
    private void checkForGaps(StoredEdition edition, List<Score> written) {
        if (edition.board().keep() > 0
                && written.stream().anyMatch(score -> score.corrections() > 0)
                && !live.of(edition.edition()).complete()) {
            checkpoint.drop();
        }
    }
}
