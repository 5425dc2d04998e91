package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.rankings.RankingViews.RankingView;
import io.streakboard.web.CursorPage;
import io.streakboard.web.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/top/popular?period=previous&partition=music}: the first places of a board, for admins, including
 * learners who are not shown to others. Read on with {@code cursor}.
 */
@Component
@Endpoint(id = "top")
class TopEndpoint {

    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final Rankings rankings;
    private final RankingPages pages;
    private final RankingViews views;

    TopEndpoint(Rankings rankings, RankingPages pages, RankingViews views) {
        this.rankings = rankings;
        this.pages = pages;
        this.views = views;
    }

    @ReadOperation
    Object none() {
        throw Problem.invalid("board", "is required: /actuator/top/points", "required");
    }

    @ReadOperation
    RankingView top(
            @Selector String board,
            @Nullable String season,
            @Nullable String period,
            @Nullable String partition,
            @Nullable String cursor,
            @Nullable Integer limit) {
        int size = limit == null ? DEFAULT_LIMIT : limit;
        if (size < 1 || size > MAX_LIMIT) {
            throw CursorPage.outOfRange("limit", 1, MAX_LIMIT);
        }
        var found = rankings.find(board, new RankingQuery(period, season, partition, null));
        return views.of(
                found,
                cursor == null ? pages.first(found, size, null) : pages.after(found, cursor, size, null),
                VisibilityFilter.ALL);
    }
}
