package io.streakboard.leaderboard.live;

import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.Board;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Standing;
import java.util.ArrayList;
import java.util.List;

/** Compares a board with the scores it should have, in constant memory. Scores under way show as differences. */
public final class Comparison {

    private static final int BATCH = 1000;

    private final LiveBoard board;
    private final List<Score> batch = new ArrayList<>(BATCH);
    private long learners;
    private long found;
    private long missing;
    private long different;

    public Comparison(LiveBoard board) {
        this.board = board;
    }

    public void add(Score score) {
        if (score.reachedAt() != null) {
            learners++;
            batch.add(score);
            if (batch.size() == BATCH) {
                compare();
            }
        }
    }

    public BoardDrift finish() {
        compare();
        long members = board.members();
        return new BoardDrift(members, learners, missing, different, Math.max(0, members - found));
    }

    private void compare() {
        if (batch.isEmpty()) {
            return;
        }
        var shown = board.among(batch.stream().map(Score::learner).toList(), Board.NOBODY).standings().stream()
                .collect(toMap(Standing::learner, Standing::points));
        for (var score : batch) {
            var points = shown.get(score.learner());
            if (points == null) {
                missing++;
            } else {
                found++;
                different += points == score.score() ? 0 : 1;
            }
        }
        batch.clear();
    }
}
