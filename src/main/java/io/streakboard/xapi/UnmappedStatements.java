package io.streakboard.xapi;

import io.streakboard.time.BusinessTime;
import io.streakboard.web.Text;
import io.streakboard.xapi.Statement.Actor;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/xapi}: the last actors that are no learners, and the last activities that no rule fits, so that an
 * admin sees which rule is missing. Each has the number of its statements; nothing else of a statement is kept. Each
 * instance remembers its own, in memory.
 */
@Component
@Endpoint(id = "xapi")
class UnmappedStatements {

    static final int REMEMBERED = 100;

    private static final int LONGEST = 200;

    /**
     * @param since when this instance began to count
     * @param actors the newest first: {@code kind}, {@code homePage} of an account, {@code name}, {@code statements},
     *     {@code lastAt}
     * @param activities the newest first: {@code verb}, {@code activityType}, {@code activity}, {@code statements},
     *     {@code lastAt}
     */
    record Unmapped(Instant since, List<Map<String, Object>> actors, List<Map<String, Object>> activities) {}

    private record Tally(long statements, Instant lastAt) {}

    private static class Recent {

        /** By the last access. */
        private final LinkedHashMap<Map<String, String>, Tally> tallies = new LinkedHashMap<>(REMEMBERED, 1, true);

        void add(Map<String, String> seen, Instant at) {
            tallies.merge(seen, new Tally(1, at), (before, one) -> new Tally(before.statements() + 1, at));
            if (tallies.size() > REMEMBERED) {
                tallies.pollFirstEntry();
            }
        }

        List<Map<String, Object>> newestFirst() {
            return tallies.sequencedEntrySet().reversed().stream()
                    .map(seen -> {
                        Map<String, Object> item = new LinkedHashMap<>(seen.getKey());
                        item.put("statements", seen.getValue().statements());
                        item.put("lastAt", seen.getValue().lastAt());
                        return item;
                    })
                    .toList();
        }
    }

    private final Recent actors = new Recent();
    private final Recent activities = new Recent();
    private final BusinessTime time;
    private final Instant since;

    UnmappedStatements(BusinessTime time) {
        this.time = time;
        this.since = time.now();
    }

    @ReadOperation
    synchronized Unmapped unmapped() {
        return new Unmapped(since, actors.newestFirst(), activities.newestFirst());
    }

    synchronized void addActor(Actor actor) {
        actors.add(parts(actor), time.now());
    }

    synchronized void addActivity(Statement statement) {
        var seen = new LinkedHashMap<String, String>();
        put(seen, "verb", statement.verb().id());
        put(seen, "activityType", statement.object().type());
        put(
                seen,
                "activity",
                statement.object().isActivity()
                        ? statement.object().id()
                        : statement.object().objectType());
        activities.add(seen, time.now());
    }

    private static Map<String, String> parts(Actor actor) {
        var seen = new LinkedHashMap<String, String>();
        var account = actor.account();
        seen.put("kind", actor.kind());
        if (account != null) {
            put(seen, "homePage", account.homePage());
        }
        put(seen, "name", actor.name());
        return seen;
    }

    private static void put(Map<String, String> seen, String part, @Nullable String value) {
        if (value != null) {
            seen.put(part, Text.shown(value, LONGEST));
        }
    }
}
