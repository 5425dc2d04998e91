package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import java.util.ArrayList;
import java.util.List;

/** Scores as arguments of the scripts that stand on {@code totals.lua}. */
final class ScoreArguments {

    /** How many scores one call of a script takes. */
    static final int BATCH = 1000;

    private ScoreArguments() {}

    static List<String> of(List<Score> scores, ScorePacking packing) {
        var arguments = new ArrayList<String>(scores.size() * 3 + 2);
        for (var score : scores) {
            arguments.add(BoardMember.of(score.learner()));
            arguments.add(Long.toString(packing.pack(score)));
            arguments.add(Integer.toString(score.corrections()));
        }
        return arguments;
    }
}
