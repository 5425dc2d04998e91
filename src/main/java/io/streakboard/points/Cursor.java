package io.streakboard.points;

import io.streakboard.web.Problem;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/** The last row of a page of ledger rows. Rows that are added meanwhile do not shift what comes after it. */
record Cursor(Instant seasonStart, Instant occurredAt, String type, String sourceId) {

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    static Cursor after(PointsHistory.Entry entry) {
        return new Cursor(entry.season().startsAt(), entry.occurredAt(), entry.type(), entry.sourceId());
    }

    String encode() {
        var text = String.join(" ", seasonStart.toString(), occurredAt.toString(), type, sourceId);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static Cursor decode(String cursor) {
        try {
            var parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ", 4);
            return new Cursor(instant(parts[0]), instant(parts[1]), parts[2], parts[3]);
        } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException malformed) {
            throw Problem.invalid("cursor", "is not one that a page has returned");
        }
    }

    private static Instant instant(String text) {
        var instant = Instant.parse(text);
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(LATEST)) {
            throw new DateTimeException("no column holds " + text);
        }
        return instant;
    }
}
