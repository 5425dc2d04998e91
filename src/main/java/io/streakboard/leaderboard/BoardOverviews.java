package io.streakboard.leaderboard;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.web.CursorPage;
import java.time.Duration;
import java.time.Instant;
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
    private final AdministeredEditions editions;
    private final LiveBoards live;

    BoardOverviews(BoardRules rules, AdministeredEditions editions, LiveBoards live) {
        this.rules = rules;
        this.editions = editions;
        this.live = live;
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
                boards(board).map(rule -> overview(rule, end, size)).toList());
    }

    private Stream<BoardRule> boards(@Nullable String board) {
        return board == null
                ? Stream.concat(Stream.of(rules.points()), rules.all().stream())
                : Stream.of(editions.rule(board));
    }

    private AdministeredBoard overview(BoardRule rule, long before, int size) {
        var found = editions.page(rule, before, size + 1);
        var page = found.stream().limit(size).map(this::edition).toList();
        return new AdministeredBoard(
                rule.name(),
                rule.title().toString(),
                Settings.text(rule.cycle()),
                rule.ranksPoints() ? null : definition(rule),
                page,
                found.size() > size ? page.getLast().id() : null);
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

    private EditionOverview edition(AdministeredEdition edition) {
        var found = live.of(edition.source().edition());
        var stored = edition.stored();
        var seal = stored == null || stored.isFinal() ? null : stored.seal();
        return new EditionOverview(
                edition.id(),
                edition.period().key(),
                stored == null ? null : stored.partition(),
                stored == null ? null : stored.version(),
                edition.period().startsAt(),
                edition.period().endsAt(),
                stored == null ? null : stored.keptUntil(),
                found.members(),
                found.bytes(),
                found.sizes(),
                !edition.isFinal() && !found.complete(),
                seal == null ? null : seal.tries());
    }
}
