package io.streakboard.leaderboard;

import io.streakboard.leaderboard.BoardAdministration.BoardAction;
import io.streakboard.leaderboard.BoardAdministration.Result.Moderated;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.scores.HiddenOnPoints;
import io.streakboard.leaderboard.seasons.AllTimeBoard;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.points.Adjustments;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Actions of admins on the points board. Its scores are the totals of the ledger: removing a learner takes the points
 * away there, hiding a learner keeps points and rank.
 */
@Component
class PointsBoardActions {

    /** The learner reads it. */
    private static final String REMOVED = "Removed from the points board";

    /** @param degraded whether Redis lacks the board until it is rebuilt */
    record BoardState(String board, String season, boolean degraded, BoardDrift drift) {}

    private final Seasons seasons;
    private final SeasonBoards boards;
    private final AllTimeBoard allTime;
    private final HiddenOnPoints hidden;
    private final Adjustments adjustments;
    private final BoardRules rules;

    PointsBoardActions(
            Seasons seasons,
            SeasonBoards boards,
            AllTimeBoard allTime,
            HiddenOnPoints hidden,
            Adjustments adjustments,
            BoardRules rules) {
        this.seasons = seasons;
        this.boards = boards;
        this.allTime = allTime;
        this.hidden = hidden;
        this.adjustments = adjustments;
        this.rules = rules;
    }

    BoardState state(@Nullable String season) {
        return season != null && allTime.isNamed(season) ? stateOfAllTime() : state(live(season));
    }

    /** @return a {@link BoardState} or a {@link Moderated} */
    Object act(String action, @Nullable String season, @Nullable String member, String admin) {
        return switch (BoardAction.of(action)) {
            case VERIFY -> state(season);
            case REBUILD -> rebuild(season);
            case HIDE -> moderate(action, member, hidden::hide);
            case SHOW -> moderate(action, member, hidden::show);
            case REMOVE -> {
                requireCurrent(season);
                yield moderate(action, member, learner -> adjustments.takeAll(Long.parseLong(learner), REMOVED, admin));
            }
            case RENAME, MERGE, RESET, CLOSE ->
                throw Problem.invalid(
                        "action",
                        "is not for the points board, whose scores are the ledger's points",
                        "not-for-this-board");
        };
    }

    private Moderated moderate(String action, @Nullable String member, Consumer<String> change) {
        var learner = BoardAdministration.member(rules.points(), "member", member);
        change.accept(learner);
        return new Moderated(BoardRule.POINTS, action, learner, null);
    }

    private void requireCurrent(@Nullable String season) {
        if (season != null
                && (allTime.isNamed(season)
                        || seasons.find(season).id() != seasons.current().id())) {
            throw Problem.invalid(
                    "season",
                    "must be the current one: points of other seasons are not taken away; hide the learner",
                    "not-current");
        }
    }

    private BoardState rebuild(@Nullable String key) {
        if (key != null && allTime.isNamed(key)) {
            allTime.rebuild();
            return stateOfAllTime();
        }
        var season = live(key);
        boards.rebuild(season);
        return state(season);
    }

    private BoardState stateOfAllTime() {
        return new BoardState(BoardRule.POINTS, AllTimeBoard.KEY, !allTime.complete(), allTime.drift());
    }

    private BoardState state(Season season) {
        return new BoardState(BoardRule.POINTS, season.name(), !boards.complete(season), boards.drift(season));
    }

    private Season live(@Nullable String season) {
        var found = seasons.find(season == null ? Cycles.CURRENT : season);
        if (found.state() == State.SETTLED) {
            throw Problem.invalid(
                    "season",
                    found.name() + " is settled and has no live board",
                    "settled",
                    Map.of("season", found.name()));
        }
        return found;
    }
}
