package io.streakboard.points.ledger;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.points.ledger.LateTable.LateActivity;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.season.Seasons;
import io.streakboard.web.Cursor;
import io.streakboard.web.CursorPage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/late/<season>}: the activities that came after the season's seal, in the order of learners, with the
 * season that took each.
 */
@Component
@Endpoint(id = "late")
class LateEndpoint {

    /** @param next the cursor of the next page; null on the last */
    record LatePage(
            String season,
            long total,
            List<LateActivity> items,
            @Nullable String next) {}

    private final LateTable table;
    private final Seasons seasons;
    private final LearnerKeys keys;

    LateEndpoint(LateTable table, Seasons seasons, LearnerKeys keys) {
        this.keys = keys;
        this.table = table;
        this.seasons = seasons;
    }

    @ReadOperation
    LatePage late(@Selector String season, @Nullable String cursor, @Nullable Integer limit) {
        var home = seasons.find(season);
        int size = CursorPage.actuatorLimit(limit);
        var found = table.page(
                after(home.id(), cursor), size + 1, id -> seasons.byId(id).name());
        keys.load(found.stream().map(late -> Long.valueOf(late.learner())).toList());
        var page = CursorPage.of(found, size, LateEndpoint::cursor);
        return new LatePage(home.name(), table.count(home.id()), page.items(), page.next());
    }

    private static PostingKey after(long season, @Nullable String cursor) {
        return cursor == null
                ? new PostingKey(season, 0, "", "")
                : Cursor.read(
                        cursor,
                        3,
                        fields -> new PostingKey(season, Long.parseLong(fields.get(0)), fields.get(1), fields.get(2)));
    }

    private static String cursor(LateActivity last) {
        return Cursor.of(last.learner(), last.type(), last.sourceId());
    }
}
