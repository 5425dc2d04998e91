package io.streakboard.points;

import io.streakboard.points.LateTable.Late;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.stereotype.Component;

/** {@code /actuator/late/<season>}: what came after the season's seal, in the order of learners, and where it went. */
@Component
@Endpoint(id = "late")
class LateEndpoint {

    private static final int USUAL = 100;
    private static final int MOST = 1000;

    /** @param season that took it */
    record Item(
            long learner,
            String type,
            String sourceId,
            Instant occurredAt,
            Instant recordedAt,
            String season,
            int points) {}

    /** @param next the cursor of the next page; null on the last */
    record Items(
            String season,
            long total,
            List<Item> items,
            @Nullable String next) {}

    /** The last row of a page. */
    record Cursor(long learner, String type, String sourceId) {

        static final Cursor START = new Cursor(0, "", "");

        static Cursor after(Late late) {
            return new Cursor(late.learner(), late.type(), late.sourceId());
        }

        String encode() {
            var text = learner + " " + type + " " + sourceId;
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        static Cursor decode(String cursor) {
            try {
                var parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ", 3);
                return new Cursor(Long.parseLong(parts[0]), parts[1], parts[2]);
            } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
                throw Problem.invalid("cursor", "is not one that a page has returned");
            }
        }
    }

    private final LateTable table;
    private final Seasons seasons;

    LateEndpoint(LateTable table, Seasons seasons) {
        this.table = table;
        this.seasons = seasons;
    }

    @ReadOperation
    Items late(@Selector String season, @Nullable String cursor, @Nullable Integer limit) {
        var home = seasons.find(season);
        int size = limit == null ? USUAL : limit;
        if (size < 1 || size > MOST) {
            throw Problem.invalid("limit", "must be between 1 and " + MOST);
        }
        var late = table.page(home.id(), cursor == null ? Cursor.START : Cursor.decode(cursor), size + 1);
        var page = late.subList(0, Math.min(size, late.size()));
        return new Items(
                home.name(),
                table.count(home.id()),
                page.stream().map(this::item).toList(),
                late.size() > size ? Cursor.after(page.getLast()).encode() : null);
    }

    private Item item(Late late) {
        return new Item(
                late.learner(),
                late.type(),
                late.sourceId(),
                late.occurredAt(),
                late.recordedAt(),
                seasons.byId(late.season()).name(),
                late.points());
    }
}
