package io.streakboard.leaderboard.board;

/**
 * A learner as a member of a board's sorted set. Redis orders members of equal scores by their bytes, and a board is
 * read from the highest down. The hash of the {@link Tiebreaker} comes first, then the id, such that a lower id has
 * higher bytes: a letter for the number of digits, from {@code s} for one to {@code a} for nineteen, then the digits,
 * each taken from nine.
 *
 * <pre>
 * 9 → 3fa90cs0    10 → d21b77r89    42 → 07c5e1r57    1000000 → b8802am8999999
 * </pre>
 */
public final class BoardMember {

    private static final char LETTER_OF_NONE = 't';
    private static final int FIRST_DIGIT = Tiebreaker.LENGTH + 1;

    private BoardMember() {}

    public static String of(Tiebreaker tiebreaker, long learner) {
        var digits = Long.toString(learner).toCharArray();
        var member = new StringBuilder(FIRST_DIGIT + digits.length)
                .append(tiebreaker.of(learner))
                .append((char) (LETTER_OF_NONE - digits.length));
        for (char digit : digits) {
            member.append((char) ('0' + '9' - digit));
        }
        return member.toString();
    }

    public static long learner(String member) {
        long learner = 0;
        for (int i = FIRST_DIGIT; i < member.length(); i++) {
            learner = 10 * learner + '9' - member.charAt(i);
        }
        return learner;
    }

    /** Reads bytes without making a text, because a copy reads millions of members. */
    public static long learner(byte[] member) {
        long learner = 0;
        for (int i = FIRST_DIGIT; i < member.length; i++) {
            learner = 10 * learner + '9' - member[i];
        }
        return learner;
    }
}
