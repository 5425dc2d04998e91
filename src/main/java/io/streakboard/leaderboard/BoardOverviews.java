package io.streakboard.leaderboard;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.CursorPage;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The configured boards with their editions and their memory in Redis. */
@Component
class BoardOverviews {

    private static final int DEFAULT_LIMIT = 10;
    private static final int MAX_LIMIT = 100;

    /**
     * @param id of the edition, or of the season on the points board
     * @param version rises when the edition is reset; null for the points board
     * @param keptUntil when it is removed; null if never, and for the points board
     * @param members in Redis
     * @param bytes in Redis
     * @param buckets members of each bucket, worst scores first; a single number without buckets
     * @param degraded whether Redis lacks it until it is rebuilt
     * @param finalTries tries to make its final ranking; null while it takes scores, or if it is final
     */
    record EditionOverview(
            long id,
            String period,
            @Nullable String partition,
            @Nullable Integer version,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable Instant keptUntil,
            long members,
            long bytes,
            List<Long> buckets,
            boolean degraded,
            @Nullable Integer finalTries) {}

    /** The counting rule of a configured board. */
    record CountingRule(
            boolean partitioned,
            String members,
            String operator,
            String order,
            String ties,
            String ranks,
            long maxScore,
            long keep,
            Duration retention,
            String trend) {}

    /**
     * @param period its cycle
     * @param definition null for the points board
     * @param editions newest first
     * @param next the {@code before} of the next page of editions; null on the last
     */
    record AdministeredBoard(
            String board,
            String title,
            String period,
            @Nullable CountingRule definition,
            List<EditionOverview> editions,
            @Nullable Long next) {}

    record AdministeredBoards(List<AdministeredBoard> boards) {}

    private final BoardRules rules;
    private final Editions editions;
    private final LiveBoards live;
    private final SeasonBoards boards;
    private final Seasons seasons;

    BoardOverviews(BoardRules rules, Editions editions, LiveBoards live, SeasonBoards boards, Seasons seasons) {
        this.rules = rules;
        this.editions = editions;
        this.live = live;
        this.boards = boards;
        this.seasons = seasons;
    }

    /**
     * @param board all boards if null
     * @param before ids from this one on are left out
     * @param limit number of editions of each board
     */
    AdministeredBoards list(@Nullable String board, @Nullable Long before, @Nullable Integer limit) {
        int size = limit == null ? DEFAULT_LIMIT : limit;
        if (size < 1 || size > MAX_LIMIT) {
            throw CursorPage.outOfRange("limit", 1, MAX_LIMIT);
        }
        long end = before == null ? Long.MAX_VALUE : before;
        return new AdministeredBoards(
                names(board).stream().map(name -> overview(name, end, size)).toList());
    }

    private List<String> names(@Nullable String board) {
        var all = Stream.concat(
                        Stream.of(BoardRule.POINTS), rules.all().stream().map(BoardRule::name))
                .toList();
        if (board == null) {
            return all;
        }
        if (!all.contains(board)) {
            throw Problem.notFound("There is no board '" + Text.shown(board) + "'");
        }
        return List.of(board);
    }

    private AdministeredBoard overview(String name, long before, int size) {
        return rules.find(name).map(rule -> configured(rule, before, size)).orElseGet(() -> points(before, size));
    }

    private AdministeredBoard configured(BoardRule rule, long before, int size) {
        var found = editions.page(rule, before, size + 1);
        var page = found.stream().limit(size).map(this::edition).toList();
        return new AdministeredBoard(
                rule.name(), rule.title(), Settings.text(rule.cycle()), definition(rule), page, next(page, found));
    }

    private static CountingRule definition(BoardRule rule) {
        return new CountingRule(
                rule.partitioned(),
                Settings.text(rule.members()),
                Settings.text(rule.operator()),
                Settings.text(rule.order()),
                Settings.text(rule.ties()),
                Settings.text(rule.ranks()),
                rule.maxScore(),
                rule.keep(),
                rule.retention(),
                Settings.text(rule.trend()));
    }

    private EditionOverview edition(StoredEdition edition) {
        var found = live.of(edition.edition());
        return new EditionOverview(
                edition.id(),
                edition.period().key(),
                edition.partition(),
                edition.version(),
                edition.period().startsAt(),
                edition.period().endsAt(),
                edition.keptUntil(),
                found.members(),
                found.bytes(),
                found.sizes(),
                !edition.isFinal() && !found.complete(),
                edition.seal() == null || edition.isFinal()
                        ? null
                        : edition.seal().tries());
    }

    /** Settled seasons have no live board. */
    private AdministeredBoard points(long before, int size) {
        var found = seasons.newestFirst().stream()
                .filter(season -> season.state() != State.SETTLED && season.id() < before)
                .sorted(Comparator.comparingLong(Season::id).reversed())
                .limit(size + 1L)
                .toList();
        var page = found.stream().limit(size).map(this::season).toList();
        return new AdministeredBoard(
                BoardRule.POINTS, rules.points().title(), Settings.text(Cycle.SEASON), null, page, next(page, found));
    }

    private EditionOverview season(Season season) {
        var live = boards.live(season);
        return new EditionOverview(
                season.id(),
                season.name(),
                null,
                null,
                season.startsAt(),
                season.endsAt(),
                null,
                live.members(),
                live.bytes(),
                live.sizes(),
                !live.complete(),
                null);
    }

    private static @Nullable Long next(List<EditionOverview> page, List<?> found) {
        return found.size() > page.size() ? page.getLast().id() : null;
    }
}
