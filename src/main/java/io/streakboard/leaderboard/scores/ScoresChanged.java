package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.Score;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Scores have changed in MySQL and not yet in Redis.
 *
 * @param id tells two events with the same scores apart, as the registry finds a publication by its event
 * @param since on sliding boards the first changed day; null: any day may have changed
 */
public record ScoresChanged(
        UUID id, List<EditionScores> editions, @Nullable LocalDate since) {

    /**
     * @param scores absolute: they may be written twice and in any order. On a sliding board only the members matter:
     *     the scores of windows are read again
     */
    record EditionScores(long edition, List<Score> scores) {}

    public static ScoresChanged of(Collection<ScoreRow> rows, @Nullable LocalDate since) {
        var editions = new TreeMap<Long, List<Score>>();
        for (var row : rows) {
            editions.computeIfAbsent(row.key().edition(), each -> new ArrayList<>())
                    .add(row.shown());
        }
        return new ScoresChanged(
                UUID.randomUUID(),
                editions.entrySet().stream()
                        .map(edition -> new EditionScores(edition.getKey(), edition.getValue()))
                        .toList(),
                since);
    }
}
