package io.streakboard.leaderboard.rankings;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.identity.LearnerNames;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Entry.Direction;
import io.streakboard.leaderboard.board.LivePages.Shown;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.web.Refuses;
import io.streakboard.web.RowCache;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The rankings of all boards, in one shape. */
@RestController
@ForLearners
@Refuses({"not-found", "season-not-found"})
class RankingController {

    record EditionView(
            String period,
            @Nullable String partition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt) {}

    record RankedMember(
            long rank,
            String member,
            @Nullable String name,
            long score,
            Instant reachedAt,
            @Nullable @JsonRawValue String extra,
            @Nullable Direction trend,
            @Nullable Long delta) {}

    record MyRank(long rank, long score) {}

    record RankingView(
            String board,
            String title,
            EditionView edition,
            long total,
            List<RankedMember> items,
            @Nullable MyRank me,
            @Nullable String next,
            boolean degraded) {}

    private final Rankings rankings;
    private final RankingPages pages;
    private final LearnerNames names;
    private final RowCache<Entry, RankedMember> firstPages = new RowCache<>();

    RankingController(Rankings rankings, RankingPages pages, LearnerNames names) {
        this.rankings = rankings;
        this.pages = pages;
        this.names = names;
    }

    /** A page of a board. By its number, or by the cursor of the page before, which shows the board of that moment. */
    @Refuses("cursor-expired")
    @GetMapping("/api/boards/{board}/top")
    RankingView top(
            CurrentLearner learner,
            @PathVariable String board,
            @ParameterObject RankingQuery query,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size,
            @Nullable @RequestParam(required = false) String cursor) {
        var found = rankings.find(board, query);
        var me = me(found, learner);
        if (cursor != null && !cursor.isEmpty()) {
            return view(found, pages.after(found, cursor, size, me));
        }
        return page == 1 ? first(found, size, me) : view(found, pages.page(found, page, size, me));
    }

    private RankingView first(NamedRanking found, int size, @Nullable String me) {
        var shown = pages.first(found, size, me);
        var page = found.compared().apply(shown.page());
        return view(found, page, firstPages.of(page.entries(), entries -> rows(found, entries)), shown.next());
    }

    /** A board around a member. Nothing if the member is not ranked. */
    @GetMapping("/api/boards/{board}/around/{member}")
    RankingView around(
            CurrentLearner learner,
            @PathVariable String board,
            @PathVariable String member,
            @ParameterObject RankingQuery query,
            @RequestParam(defaultValue = "5") @Min(0) @Max(50) int radius) {
        var found = rankings.find(board, query);
        found.checkMember("member", member);
        return view(found, found.ranking().around(member, radius, me(found, learner)));
    }

    /** A board around a score. Who stands where somebody with this score would. */
    @GetMapping("/api/boards/{board}/around-score")
    RankingView aroundScore(
            CurrentLearner learner,
            @PathVariable String board,
            @ParameterObject RankingQuery query,
            @RequestParam @Min(0) long score,
            @RequestParam(defaultValue = "5") @Min(0) @Max(50) int radius) {
        var found = rankings.find(board, query);
        return view(found, found.ranking().aroundScore(Math.min(score, found.greatest()), radius, me(found, learner)));
    }

    /** Some members on a board. Those that are ranked, by rank. */
    @GetMapping("/api/boards/{board}/members")
    RankingView members(
            CurrentLearner learner,
            @PathVariable String board,
            @ParameterObject RankingQuery query,
            @RequestParam @NotEmpty @Size(max = 100) List<String> ids) {
        var found = rankings.find(board, query);
        ids.forEach(id -> found.checkMember("ids", id));
        return view(found, found.ranking().among(ids, me(found, learner)));
    }

    private static @Nullable String me(NamedRanking ranking, CurrentLearner learner) {
        return ranking.members() == Members.LEARNER ? Long.toString(learner.id()) : null;
    }

    RankingView view(NamedRanking found, Ranking.Page page) {
        return view(found, new Shown(page, null));
    }

    RankingView view(NamedRanking found, Shown shown) {
        var page = found.compared().apply(shown.page());
        return view(found, page, rows(found, page.entries()), shown.next());
    }

    private static RankingView view(
            NamedRanking found, Ranking.Page page, List<RankedMember> rows, @Nullable String next) {
        var mine = page.mine();
        return new RankingView(
                found.board(),
                found.title(),
                new EditionView(
                        found.period().key(),
                        found.partition(),
                        found.period().startsAt(),
                        found.period().endsAt()),
                page.total(),
                rows,
                mine == null ? null : new MyRank(mine.rank(), mine.score()),
                next,
                page.degraded());
    }

    private List<RankedMember> rows(NamedRanking found, List<Entry> entries) {
        var named = found.members() == Members.LEARNER ? names(entries) : Map.<Long, String>of();
        return entries.stream().map(entry -> row(entry, named, found.members())).toList();
    }

    private Map<Long, String> names(List<Entry> entries) {
        return names.of(
                entries.stream().map(entry -> Long.parseLong(entry.member())).collect(toSet()));
    }

    private static RankedMember row(Entry entry, Map<Long, String> names, Members members) {
        return new RankedMember(
                entry.rank(),
                entry.member(),
                members == Members.LEARNER ? names.get(Long.parseLong(entry.member())) : null,
                entry.score(),
                entry.reachedAt(),
                entry.extra(),
                entry.direction(),
                entry.delta());
    }
}
