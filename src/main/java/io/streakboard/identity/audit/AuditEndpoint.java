package io.streakboard.identity.audit;

import io.streakboard.identity.audit.AdminActions.ActionFilter;
import io.streakboard.identity.audit.AdminActions.AuditEntry;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Cursor;
import io.streakboard.web.CursorPage;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/audit?from=2026-11-01&to=2026-11-30&admin=ops}: the actions of admins, newest first. {@code from}
 * and {@code to} are days of the business zone, both inclusive, or instants, {@code to} exclusive.
 */
@Component
@Endpoint(id = "audit")
class AuditEndpoint {

    /** @param next the cursor of the next page; null on the last */
    record AuditPage(List<AuditEntry> items, @Nullable String next) {}

    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    private final AdminActions actions;
    private final BusinessTime time;

    AuditEndpoint(AdminActions actions, BusinessTime time) {
        this.actions = actions;
        this.time = time;
    }

    @ReadOperation
    AuditPage actions(
            @Nullable String from,
            @Nullable String to,
            @Nullable String admin,
            @Nullable String cursor,
            @Nullable Integer limit) {
        int size = CursorPage.actuatorLimit(limit);
        var begin = from == null ? FIRST : instant("from", from, 0);
        var end = to == null ? LAST : instant("to", to, 1);
        if (!begin.isBefore(end)) {
            throw Problem.invalid("to", "must not be before from", "min", Map.of("value", begin.toString()));
        }
        var recorded = actions.newestFirst(new ActionFilter(
                begin,
                end,
                Text.filled(admin),
                cursor == null ? Long.MAX_VALUE : Cursor.read(cursor, 1, fields -> Long.parseLong(fields.getFirst())),
                size + 1));
        var page = CursorPage.of(recorded, size, last -> Cursor.of(last.id()));
        return new AuditPage(page.items(), page.next());
    }

    /** @param days added if the text is a day and not an instant */
    private Instant instant(String field, String text, int days) {
        try {
            var instant = text.contains("T")
                    ? Instant.parse(text)
                    : time.startOf(LocalDate.parse(text).plusDays(days));
            return instant.isBefore(FIRST) ? FIRST : instant.isAfter(LAST) ? LAST : instant;
        } catch (DateTimeException malformed) {
            throw Problem.invalid(
                    field,
                    "must be a day such as 2026-11-20 or an instant such as 2026-11-20T08:00:00Z",
                    "malformed",
                    Map.of("expected", "day-or-time"));
        }
    }
}
