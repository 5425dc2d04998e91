package io.streakboard.leaderboard.board;

/**
 * A learner as a member of a board's sorted set. Redis orders members of equal scores by their bytes, and a board is
 * read from the highest down: so the lower an id, the higher its bytes. A letter stands for the number of digits, from
 * {@code s} for one to {@code a} for nineteen, then come the digits, each taken from nine.
 *
 * <pre>
 * 9 → s0    10 → r89    42 → r57    1000000 → m8999999
 * </pre>
 */
public final class BoardMember {

    private static final char LETTER_OF_NONE = 't';

    private BoardMember() {}

    public static String of(long learner) {
        var digits = Long.toString(learner).toCharArray();
        var member = new StringBuilder(digits.length + 1).append((char) (LETTER_OF_NONE - digits.length));
        for (char digit : digits) {
            member.append((char) ('0' + '9' - digit));
        }
        return member.toString();
    }

    public static long learner(String member) {
        long learner = 0;
        for (int i = 1; i < member.length(); i++) {
            learner = 10 * learner + '9' - member.charAt(i);
        }
        return learner;
    }

    /** Reads bytes without making a text, because a copy reads millions of members. */
    public static long learner(byte[] member) {
        long learner = 0;
        for (int i = 1; i < member.length; i++) {
            learner = 10 * learner + '9' - member[i];
        }
        return learner;
    }
}
