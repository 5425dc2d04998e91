package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.live.BoardDrift.Difference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares an edition with the scores it should have, in constant memory. Scores in flight show as differences. */
final class EditionComparison {

    private static final int BATCH = 500;
    private static final int EXAMPLES = 20;

    private final LiveEdition live;
    private final Edition edition;
    private final List<Score> batch = new ArrayList<>(BATCH);
    private final List<Difference> examples = new ArrayList<>(EXAMPLES);
    private long ranked;
    private long present;
    private long missing;
    private long different;

    static BoardDrift of(LiveEdition live, ScoreSource source) {
        var comparison = new EditionComparison(live);
        source.forEach(comparison::add);
        return comparison.finish();
    }

    private EditionComparison(LiveEdition live) {
        this.live = live;
        this.edition = live.edition();
    }

    private void add(Score score) {
        batch.add(score);
        if (batch.size() == BATCH) {
            compare();
        }
    }

    private BoardDrift finish() {
        compare();
        long members = live.members();
        return new BoardDrift(
                members, ranked, missing, different, Math.max(0, members - present), List.copyOf(examples));
    }

    private void compare() {
        if (batch.isEmpty()) {
            return;
        }
        var values = live.values(batch);
        batch.forEach(score -> compare(score, values));
        batch.clear();
    }

    private void compare(Score score, LiveValues found) {
        long expected = edition.packing().pack(score);
        var value = found.values().get(score.member());
        if (expected == ScorePacking.NOT_RANKED) {
            if (value != null) {
                example(score.member(), null, value);
            }
            return;
        }
        ranked++;
        if (value == null) {
            if (!found.trimmed(expected, edition.written(score.member()))) {
                missing++;
                example(score.member(), score.score(), null);
            }
        } else {
            present++;
            if (value != expected) {
                different++;
                example(score.member(), score.score(), value);
            }
        }
    }

    private void example(String member, @Nullable Long expected, @Nullable Long value) {
        if (examples.size() < EXAMPLES) {
            examples.add(new Difference(
                    member, expected, value == null ? null : edition.packing().score(value)));
        }
    }
}
