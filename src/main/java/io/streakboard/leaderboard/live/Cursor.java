package io.streakboard.leaderboard.live;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the next page begins. As text it is for nobody to read but us. */
sealed interface Cursor {

    /**
     * A place in a snapshot.
     *
     * @param total how many were ranked when it began
     */
    record Within(String snapshot, int offset, long total) implements Cursor {

        @Override
        public String plain() {
            return "w " + snapshot + " " + offset + " " + total;
        }
    }

    /** Below a member that had a value, both as Redis writes them. */
    record Below(String value, String member) implements Cursor {

        @Override
        public String plain() {
            return "b " + value + " " + member;
        }
    }

    Pattern WITHIN = Pattern.compile("w ([0-9.]{1,60}) (\\d{1,5}) (\\d{1,15})");
    Pattern BELOW = Pattern.compile("b (\\d[0-9.]{0,20}(?:[eE]\\+?\\d{1,3})?) ([A-Za-z0-9._:-]{1,64})");

    String plain();

    default String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain().getBytes(StandardCharsets.US_ASCII));
    }

    /** Null if the text is no cursor. */
    static @Nullable Cursor of(String text) {
        try {
            var plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII);
            var within = WITHIN.matcher(plain);
            if (within.matches()) {
                return new Within(within.group(1), Integer.parseInt(within.group(2)), Long.parseLong(within.group(3)));
            }
            var below = BELOW.matcher(plain);
            return below.matches() ? new Below(below.group(1), below.group(2)) : null;
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
