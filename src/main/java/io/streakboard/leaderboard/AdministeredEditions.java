package io.streakboard.leaderboard;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.fed.FedSources;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.periods.SeasonPeriods;
import io.streakboard.leaderboard.rankings.ConfiguredRankings;
import io.streakboard.leaderboard.seasons.AllTimeBoard;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the editions of all boards for admins: of configured boards, and the live ones of the points board. */
@Component
class AdministeredEditions {

    private final ConfiguredRankings rankings;
    private final Editions editions;
    private final FedSources sources;
    private final SeasonBoards seasonBoards;
    private final AllTimeBoard allTime;
    private final Seasons seasons;

    AdministeredEditions(
            ConfiguredRankings rankings,
            Editions editions,
            FedSources sources,
            SeasonBoards seasonBoards,
            AllTimeBoard allTime,
            Seasons seasons) {
        this.rankings = rankings;
        this.editions = editions;
        this.sources = sources;
        this.seasonBoards = seasonBoards;
        this.allTime = allTime;
        this.seasons = seasons;
    }

    BoardRule rule(String board) {
        return board.equals(BoardRule.POINTS)
                ? seasonBoards.edition(seasons.current()).board()
                : rankings.rule(board);
    }

    /** @param period a key, {@code current} or {@code previous}; the current one if null */
    AdministeredEdition find(BoardRule rule, @Nullable String period, @Nullable String partition) {
        if (rule.ranksPoints()) {
            return ofPoints(period == null ? Cycles.CURRENT : period);
        }
        var found = rankings.period(rule, period, partition);
        return editions.find(rule, found, partition)
                .map(this::of)
                .orElseThrow(() -> Problem.notFound(rule.name() + " " + found.key() + " has no scores"));
    }

    /** The newest version of an edition. */
    AdministeredEdition newest(StoredEdition edition) {
        return of(editions.find(edition.board(), edition.period(), edition.partition())
                .orElse(edition));
    }

    /** The edition; of a ranking over all the editions of its partitions as well. */
    List<StoredEdition> withPartitions(StoredEdition edition) {
        return edition.partition() == null ? editions.ofPeriod(edition.board(), edition.period()) : List.of(edition);
    }

    void forget(StoredEdition edition) {
        editions.forget(edition);
    }

    AdministeredEdition of(StoredEdition edition) {
        return new AdministeredEdition(edition.id(), edition.period(), sources.of(edition), edition);
    }

    /** The editions of the points board that change now. */
    Stream<AdministeredEdition> ofPoints() {
        return Stream.concat(
                Stream.of(ofSeason(seasons.current())),
                Stream.of(allTime).filter(AllTimeBoard::isKept).map(AdministeredEditions::of));
    }

    /** The editions of boards that the ledger feeds: of the current period and the one before, while they take scores. */
    Stream<AdministeredEdition> fed() {
        return editions.rules().all().stream()
                .filter(BoardRule::isFed)
                .flatMap(rule ->
                        rankings.latest(rule).stream().flatMap(period -> editions.find(rule, period, null).stream()))
                .filter(edition -> edition.seal() == null)
                .map(this::of);
    }

    private AdministeredEdition ofPoints(String key) {
        if (allTime.isNamed(key)) {
            return of(allTime);
        }
        var season = seasons.find(key);
        if (season.state() == State.SETTLED) {
            throw Problem.invalid(
                    "season",
                    season.name() + " is settled and has no live board",
                    "settled",
                    Map.of("season", season.name()));
        }
        return ofSeason(season);
    }

    private static AdministeredEdition of(AllTimeBoard board) {
        return new AdministeredEdition(0, board.edition().period(), board, null);
    }

    private AdministeredEdition ofSeason(Season season) {
        return new AdministeredEdition(season.id(), SeasonPeriods.of(season), seasonBoards.source(season), null);
    }

    /** Points can be taken away in the current season only. */
    void requireCurrent(@Nullable String key) {
        if (key != null
                && (allTime.isNamed(key)
                        || seasons.find(key).id() != seasons.current().id())) {
            throw Problem.invalid(
                    "season",
                    "must be the current one: points of other seasons are not taken away; hide the learner",
                    "not-current");
        }
    }

    /**
     * The editions of a board, newest first. Settled seasons have no live board.
     *
     * @param before ids from this one on are left out
     */
    List<AdministeredEdition> page(BoardRule rule, long before, int limit) {
        if (!rule.ranksPoints()) {
            return editions.page(rule, before, limit).stream().map(this::of).toList();
        }
        return seasons.newestFirst().stream()
                .filter(season -> season.state() != State.SETTLED && season.id() < before)
                .sorted(Comparator.comparingLong(Season::id).reversed())
                .limit(limit)
                .map(this::ofSeason)
                .toList();
    }
}
