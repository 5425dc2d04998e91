package io.streakboard.leaderboard;

import java.nio.charset.StandardCharsets;

/** A learner as a member of a board's sorted set: the id in digits. */
final class BoardMember {

    private BoardMember() {}

    static String of(long learner) {
        return Long.toString(learner);
    }

    static long learner(String member) {
        return Long.parseLong(member);
    }

    static long learner(byte[] member) {
        return learner(new String(member, StandardCharsets.US_ASCII));
    }
}
