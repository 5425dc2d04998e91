package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Data kept beside a member's score: the time, if it is not packed into the score, and extra data. As text the
 * milliseconds, a space and the JSON, for example {@code 1795219200000 {"title":"Fox"}}; empty without either.
 */
record Details(@Nullable Instant reachedAt, @Nullable String extra) {

    static final Details NONE = new Details(null, null);

    static Details of(Edition edition, Score score) {
        var reachedAt = score.reachedAt();
        return new Details(
                reachedAt == null || !edition.timeBeside()
                        ? null
                        : edition.board().toResolution(reachedAt),
                score.extra());
    }

    static Details of(@Nullable Object text) {
        if (text == null || text.equals("")) {
            return NONE;
        }
        var all = (String) text;
        int space = all.indexOf(' ');
        return new Details(
                space == 0 ? null : Instant.ofEpochMilli(Long.parseLong(all.substring(0, space))),
                space == all.length() - 1 ? null : all.substring(space + 1));
    }

    String text() {
        return reachedAt == null && extra == null
                ? ""
                : (reachedAt == null ? "" : reachedAt.toEpochMilli()) + " " + (extra == null ? "" : extra);
    }
}
