package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.periods.SeasonPeriods;
import io.streakboard.leaderboard.seasons.AllTimeBoard;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the rankings of all boards, the points board among them. */
@Component
public class Rankings {

    private static final int MAX_PERIODS = 100;

    private final ConfiguredRankings configured;
    private final SeasonBoards boards;
    private final Seasons seasons;
    private final Cycles cycles;
    private final AllTimeBoard allTime;

    Rankings(ConfiguredRankings configured, SeasonBoards boards, Seasons seasons, Cycles cycles, AllTimeBoard allTime) {
        this.allTime = allTime;
        this.configured = configured;
        this.boards = boards;
        this.seasons = seasons;
        this.cycles = cycles;
    }

    public NamedRanking find(String board, RankingQuery query) {
        return board.equals(BoardRule.POINTS) ? ofPoints(query) : configured.find(board, query);
    }

    /** The rankings of a board in one partition or over all, newest first. */
    List<NamedRanking> all(String board, @Nullable String partition) {
        if (!board.equals(BoardRule.POINTS)) {
            return configured.all(board, partition, MAX_PERIODS);
        }
        refuse("partition", partition);
        var ofSeasons = seasons.newestFirst().stream()
                .filter(season -> season.state() != State.UPCOMING)
                .limit(MAX_PERIODS)
                .map(this::ofPoints);
        return Stream.concat(ofSeasons, Stream.of(ofAllTime()).filter(all -> allTime.isKept()))
                .toList();
    }

    /** The partitions with scores of a board. */
    List<String> partitions(String board) {
        return board.equals(BoardRule.POINTS) ? List.of() : configured.partitions(board);
    }

    private NamedRanking ofPoints(RankingQuery query) {
        refuse("period", query.period());
        refuse("partition", query.partition());
        refuse("version", query.version());
        var season = Objects.requireNonNullElse(query.season(), Cycles.CURRENT);
        return allTime.isNamed(season) ? ofAllTime() : ofPoints(season(season));
    }

    private NamedRanking ofAllTime() {
        var edition = allTime.edition();
        return new NamedRanking(
                edition.board(),
                edition.period(),
                null,
                null,
                allTime.ranking(),
                allTime,
                UnaryOperator.identity(),
                false);
    }

    private NamedRanking ofPoints(Season season) {
        return new NamedRanking(
                boards.edition(season).board(),
                SeasonPeriods.of(season),
                null,
                season,
                boards.of(season),
                season.state() == State.SETTLED ? null : boards.source(season),
                page -> boards.compared(season, page),
                false);
    }

    private static void refuse(String field, @Nullable String value) {
        if (value != null) {
            throw Problem.invalid(
                    field,
                    "is not for the points board, which has seasons",
                    "not-for-this-board",
                    Map.of("board", BoardRule.POINTS));
        }
    }

    private Season season(String key) {
        return seasons.find(
                key.equals(Cycles.PREVIOUS)
                        ? cycles.previousSeason()
                                .map(Period::key)
                                .orElseThrow(() -> Problem.notFound("There is no season before the current one"))
                        : key);
    }
}
