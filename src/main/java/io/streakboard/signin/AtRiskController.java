package io.streakboard.signin;

import io.streakboard.identity.ForServices;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.signin.calendar.OpenStreaks;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Cursor;
import io.streakboard.web.LearnerKey;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Learners whom a platform may remind to sign in. */
@RestController
@ForServices
class AtRiskController {

    record StreakAtRisk(@LearnerKey String learner, int streak) {}

    /**
     * @param dayEndsAt when the business day ends
     * @param items by learner
     * @param next the cursor of the next page; null on the last
     * @param degraded whether learners may be missing for the moment
     */
    record StreaksAtRisk(
            LocalDate day,
            Instant dayEndsAt,
            List<StreakAtRisk> items,
            @Nullable String next,
            boolean degraded) {}

    private final OpenStreaks streaks;
    private final LearnerKeys keys;
    private final BusinessTime time;

    AtRiskController(OpenStreaks streaks, LearnerKeys keys, BusinessTime time) {
        this.keys = keys;
        this.streaks = streaks;
        this.time = time;
    }

    /**
     * Learners who lose their streak unless they sign in today, as {@code atRisk} of their calendars says. A page may have fewer items than its limit, even none; read
     * on until there is no {@code next}.
     *
     * @param minStreak how long a streak must be at least
     */
    @GetMapping("/api/sign-ins/at-risk")
    StreaksAtRisk atRisk(
            @RequestParam(name = "min-streak", defaultValue = "2") @Min(1) @Max(100_000) int minStreak,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "1000") @Min(1) @Max(1000) int limit) {
        long after = cursor == null || cursor.isEmpty()
                ? 0
                : Cursor.read(cursor, 1, fields -> Long.parseLong(fields.getFirst()));
        var found = streaks.after(after, minStreak, limit);
        keys.load(found.streaks().keySet());
        var today = time.today();
        return new StreaksAtRisk(
                today,
                time.startOf(today.plusDays(1)),
                found.streaks().entrySet().stream()
                        .map(each -> new StreakAtRisk(each.getKey().toString(), each.getValue()))
                        .toList(),
                found.last() == null ? null : Cursor.of(found.last()),
                found.degraded());
    }
}
