package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.leaderboard.rankings.RankingViews.RankingView;
import io.streakboard.web.Refuses;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The rankings of all boards, in one shape. */
@RestController
@ForAnyCaller
@Refuses({"not-found", "season-not-found"})
class RankingController {

    private final Rankings rankings;
    private final RankingPages pages;
    private final RankingViews views;
    private final VisibilityFilter filter;
    private final MemberKeys keys;

    RankingController(
            Rankings rankings, RankingPages pages, RankingViews views, VisibilityFilter filter, MemberKeys keys) {
        this.keys = keys;
        this.rankings = rankings;
        this.pages = pages;
        this.views = views;
        this.filter = filter;
    }

    /**
     * A page of a board. By number, or by the cursor of the previous page; pages by cursor show one moment of the
     * board.
     */
    @Refuses("cursor-expired")
    @GetMapping("/api/boards/{board}/top")
    RankingView top(
            CurrentCaller caller,
            @PathVariable String board,
            RankingQuery query,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size,
            @Nullable @RequestParam(required = false) String cursor) {
        var found = rankings.find(board, query);
        var me = found.me(caller);
        var own = found.own(caller, List.of());
        if (cursor != null && !cursor.isEmpty()) {
            return views.of(found, pages.after(found, cursor, size, me), own);
        }
        return page == 1
                ? views.ofFirst(found, pages.first(found, size, me), own)
                : views.of(found, pages.page(found, page, size, me), own);
    }

    /**
     * A board around a member, {@code me} for the learner who calls. The list is empty if the member is not ranked or
     * not shown.
     */
    @ForAnyCaller(reveals = true)
    @GetMapping("/api/boards/{board}/around/{member}")
    RankingView around(
            CurrentCaller caller,
            @PathVariable String board,
            @PathVariable String member,
            RankingQuery query,
            @RequestParam(defaultValue = "5") @Min(0) @Max(50) int radius) {
        var found = rankings.find(board, query);
        var middle = found.member(member, caller, keys);
        var own = found.own(caller, List.of(middle));
        var page = found.ranking().around(filter.lookedUp(found, middle, own), radius, found.me(caller));
        return views.of(found, page, own);
    }

    /** The entries around a score. It need not be a score that a member has. */
    @GetMapping("/api/boards/{board}/around-score")
    RankingView aroundScore(
            CurrentCaller caller,
            @PathVariable String board,
            RankingQuery query,
            @RequestParam @Min(0) long score,
            @RequestParam(defaultValue = "5") @Min(0) @Max(50) int radius) {
        var found = rankings.find(board, query);
        var page = found.ranking().aroundScore(score, radius, found.me(caller));
        return views.of(found, page, found.own(caller, List.of()));
    }

    /** Some members on a board. Returns those that are ranked and shown, by rank. */
    @ForAnyCaller(reveals = true)
    @GetMapping("/api/boards/{board}/members")
    RankingView members(
            CurrentCaller caller,
            @PathVariable String board,
            RankingQuery query,
            @RequestParam @NotEmpty @Size(max = 100) List<String> ids) {
        var found = rankings.find(board, query);
        var asked = keys.checked(found.board(), "ids", ids);
        var own = found.own(caller, asked);
        var page = found.ranking().among(filter.lookedUp(found, asked, own), found.me(caller));
        return views.of(found, page, own);
    }
}
