package io.streakboard.leaderboard.live.set;

import io.streakboard.web.Cursor;
import java.util.regex.Pattern;

/** The start of the next page, as the text of a {@link Cursor}. */
public sealed interface PageCursor {

    /**
     * A position in a snapshot.
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

    Pattern OFFSET = Pattern.compile("w ([0-9.]{1,60}) (\\d{1,5}) (\\d{1,15})");
    Pattern KEYSET = Pattern.compile("b (\\d{1,20}(?:\\.\\d{1,20})?(?:[eE]\\+?\\d{1,3})?) ([A-Za-z0-9._:-]{1,64})");

    String text();

    /** @throws io.streakboard.web.Problem if the text is no cursor */
    static PageCursor of(String text) {
        return Cursor.read(text, 1, fields -> read(fields.getFirst()));
    }

    /** Whether the plain text of a cursor names the start of a page of a live ranking. */
    static boolean isOne(String plain) {
        return OFFSET.matcher(plain).matches() || KEYSET.matcher(plain).matches();
    }

    private static PageCursor read(String plain) {
        var offset = OFFSET.matcher(plain);
        if (offset.matches()) {
            return new Offset(offset.group(1), Integer.parseInt(offset.group(2)), Long.parseLong(offset.group(3)));
        }
        var keyset = KEYSET.matcher(plain);
        if (keyset.matches()) {
            return new Keyset(keyset.group(1), keyset.group(2));
        }
        throw new IllegalArgumentException(plain);
    }
}
