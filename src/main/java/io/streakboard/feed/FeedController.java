package io.streakboard.feed;

import io.streakboard.feed.table.CloudEvent;
import io.streakboard.feed.table.FeedTable.EventSlice;
import io.streakboard.feed.table.FeedTable.SequencedEvent;
import io.streakboard.feed.table.FeedType;
import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForServices;
import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The feed, for services that poll. */
@RestController
@ForServices
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class FeedController {

    /** @param next the cursor to go on with, whether or not there are items */
    record FeedPage(List<CloudEvent> items, String next) {

        static FeedPage of(EventSlice slice) {
            return new FeedPage(
                    slice.events().stream().map(SequencedEvent::event).toList(), Cursor.of(slice.next()));
        }
    }

    private final FeedReaders readers;

    FeedController(FeedReaders readers) {
        this.readers = readers;
    }

    /**
     * The feed after a cursor. Events come in the order of the feed, at least once. An answer may be empty: go on with
     * {@code next}.
     *
     * @param after {@code next} of the answer before; absent: from the oldest event that is kept
     * @param types which events, such as {@code points.awarded}; absent: all
     * @param wait how long to wait for events if there are none yet, up to {@code 30s}
     */
    @Refuses("cursor-expired")
    @GetMapping("/api/feed")
    CompletableFuture<FeedPage> feed(
            CurrentCaller caller,
            @RequestParam(required = false) @Nullable @Size(max = 100) String after,
            @RequestParam(required = false) @Nullable @Size(max = 50) List<String> types,
            @RequestParam(defaultValue = "100") @Min(1) @Max(1000) int limit,
            @RequestParam(defaultValue = "0s") @Pattern(regexp = "([0-9]|[12][0-9]|30)s") String wait) {
        return readers.read(caller.counted(), position(after), types(types), limit, Duration.parse("PT" + wait))
                .thenApply(FeedPage::of);
    }

    private static @Nullable Long position(@Nullable String after) {
        return after == null || after.isEmpty()
                ? null
                : Cursor.read("after", after, 1, fields -> Long.parseLong(fields.getFirst()));
    }

    private static Set<FeedType> types(@Nullable List<String> names) {
        var types = EnumSet.noneOf(FeedType.class);
        if (names != null) {
            names.forEach(name -> types.add(FeedType.named(name)
                    .orElseThrow(() -> Problem.noneOf(
                            "types",
                            Arrays.stream(FeedType.values()).map(FeedType::text).toList()))));
        }
        return types;
    }
}
