package io.streakboard.leaderboard;

import io.streakboard.identity.LearnerFacts;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.scores.HiddenMembers;
import io.streakboard.leaderboard.scores.HiddenMembers.MemberOnBoard;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Seasons;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A learner's rank on the points board of the current season, and the boards that hide the learner. */
@Component
class LearnerRank implements LearnerFacts {

    /**
     * @param rank null if not ranked, and while Redis lacks the board
     * @param points on the board; in MySQL without a rank
     * @param degraded whether Redis lacks the board until it is rebuilt
     * @param hiddenOn boards on which admins have hidden the learner
     */
    record RankOnPoints(String season, @Nullable Long rank, long points, boolean degraded, List<String> hiddenOn) {}

    private final SeasonBoards boards;
    private final Seasons seasons;
    private final BoardRegistry known;
    private final HiddenMembers hidden;

    LearnerRank(SeasonBoards boards, Seasons seasons, BoardRegistry known, HiddenMembers hidden) {
        this.boards = boards;
        this.seasons = seasons;
        this.known = known;
        this.hidden = hidden;
    }

    @Override
    public String section() {
        return "board";
    }

    @Override
    public Object of(long learner) {
        var member = Long.toString(learner);
        var season = seasons.current();
        var page = boards.of(season).among(List.of(member), member);
        var mine = page.degraded() ? null : page.mine();
        return new RankOnPoints(
                season.name(),
                mine == null ? null : mine.rank(),
                mine == null ? boards.score(season, learner).map(Score::score).orElse(0L) : mine.score(),
                page.degraded(),
                hiddenOn(member));
    }

    private List<String> hiddenOn(String member) {
        var on = Stream.concat(Stream.of(BoardRule.POINTS), known.ofLearners().stream())
                .map(board -> new MemberOnBoard(board, member))
                .toList();
        return hidden.among(on).stream()
                .map(MemberOnBoard::board)
                .sorted()
                .limit(MOST)
                .toList();
    }
}
