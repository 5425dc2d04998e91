package io.streakboard.leaderboard.scores;

import java.util.List;
import org.springframework.stereotype.Service;

/** Takes in scores: in MySQL first, each exactly once, then in Redis. */
@Service
public class ScoreBook {

    /** Takes in submissions and tells what became of each, in the given order. */
    public List<Receipt> take(List<Submission> submissions) {
        throw new UnsupportedOperationException();
    }
}
