package io.streakboard.leaderboard.live.set;

import io.streakboard.web.Cursor;
import java.util.regex.Pattern;

/** Where the next page begins, in the text of a {@link Cursor}. */
public sealed interface PageCursor {

    /**
     * A place in a snapshot.
     *
     * @param total number of ranked members when the snapshot began
     */
    record Offset(String snapshot, int offset, long total) implements PageCursor {

        @Override
        public String text() {
            return Cursor.of("w", snapshot, offset, total);
        }
    }

    /** Below a member and its value at that time, both as written by Redis. */
    record Keyset(String value, String member) implements PageCursor {

        @Override
        public String text() {
            return Cursor.of("b", value, member);
        }
    }

    Pattern WITHIN = Pattern.compile("w ([0-9.]{1,60}) (\\d{1,5}) (\\d{1,15})");
    Pattern BELOW = Pattern.compile("b (\\d{1,20}(?:\\.\\d{1,20})?(?:[eE]\\+?\\d{1,3})?) ([A-Za-z0-9._:-]{1,64})");

    String text();

    /** @throws io.streakboard.web.Problem if the text is no cursor */
    static PageCursor of(String text) {
        return Cursor.read(text, 1, fields -> read(fields.getFirst()));
    }

    /** Whether the plain text of a cursor names the start of a page of a live ranking. */
    static boolean isOne(String plain) {
        return WITHIN.matcher(plain).matches() || BELOW.matcher(plain).matches();
    }

    private static PageCursor read(String plain) {
        var within = WITHIN.matcher(plain);
        if (within.matches()) {
            return new Offset(within.group(1), Integer.parseInt(within.group(2)), Long.parseLong(within.group(3)));
        }
        var below = BELOW.matcher(plain);
        if (below.matches()) {
            return new Keyset(below.group(1), below.group(2));
        }
        throw new IllegalArgumentException(plain);
    }
}
