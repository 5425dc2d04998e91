package io.streakboard.leaderboard.board;

import org.springframework.modulith.NamedInterface;

/** The tiebreakers of all rankings. All instances have the same secret. */
@NamedInterface("among")
public final class Tiebreakers {

    private final String secret;

    public Tiebreakers(String secret) {
        this.secret = secret;
    }

    /** @param ranking names the ranking, for example by its hash tag in Redis */
    public Tiebreaker of(String ranking) {
        return new Tiebreaker(secret + " " + ranking + " ");
    }
}
