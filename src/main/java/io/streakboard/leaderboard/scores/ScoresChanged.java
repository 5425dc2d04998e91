package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.Score;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Scores have changed in MySQL, and Redis does not know yet.
 *
 * @param id tells two events with the same scores apart, as the registry finds a publication by its event
 */
public record ScoresChanged(UUID id, List<EditionScores> editions) {

    /** @param scores absolute: they may be written twice and in any order */
    record EditionScores(long edition, List<Score> scores) {}

    public static ScoresChanged of(Collection<ScoreRow> rows) {
        var editions = new TreeMap<Long, List<Score>>();
        for (var row : rows) {
            editions.computeIfAbsent(row.key().edition(), each -> new ArrayList<>())
                    .add(row.shown());
        }
        return new ScoresChanged(
                UUID.randomUUID(),
                editions.entrySet().stream()
                        .map(edition -> new EditionScores(edition.getKey(), edition.getValue()))
                        .toList());
    }
}
