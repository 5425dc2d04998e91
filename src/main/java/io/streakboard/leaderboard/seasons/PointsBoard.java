package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.board.Tiebreakers;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.Total;
import io.streakboard.season.Season;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The points board: each season is an edition of it, and a learner's total is the score there. The packages below know
 * only editions and scores, and neither seasons nor the ledger.
 */
@Component
public class PointsBoard {

    private static final Duration NEAR = Duration.ofHours(1);

    private final BoardRules rules;
    private final Tiebreakers tiebreakers;
    private final BusinessTime time;

    PointsBoard(BoardRules rules, Tiebreakers tiebreakers, BusinessTime time) {
        this.time = time;
        this.rules = rules;
        this.tiebreakers = tiebreakers;
    }

    Edition edition(Season season) {
        var tag = "season:" + season.id();
        return Edition.ofPoints(
                rules.points(),
                season.name(),
                tag,
                ScorePacking.between(season.startsAt(), season.endsAt()),
                tiebreakers.of(tag));
    }

    /** Whether a season begins within the hour, or has begun. */
    boolean isNear(Season season) {
        return !season.startsAt().isAfter(time.now().plus(NEAR));
    }

    static Score score(Total total) {
        return Score.ofLearner(total.learner(), total.points(), total.reachedAt(), total.corrections())
                .with(closing(total.closing()));
    }

    public static Score score(Award award) {
        return Score.ofLearner(award.learner(), award.total(), award.reachedAt(), award.corrections())
                .with(closing(award.closing()));
    }

    private static Score.@Nullable ClosingScore closing(Total.@Nullable ClosingTotal total) {
        return total == null
                ? null
                : new Score.ClosingScore(total.until(), total.points(), total.points() > 0 ? total.reachedAt() : null);
    }
}
