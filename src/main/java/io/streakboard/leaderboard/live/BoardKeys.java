package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.ScorePacking;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names of an edition's Redis keys. They share the edition's hash tag, so that scripts and renames stay in one
 * cluster slot.
 *
 * <pre>
 * streakboard:board:{tag}:v2:live                sorted set  {@link BoardMember} by {@link ScorePacking}
 * streakboard:board:{tag}:v2:corrections         hash        member -> how often its points were lowered
 * streakboard:board:{tag}:v2:complete            string      mark: the board has what MySQL has
 * streakboard:board:{tag}:v2:rebuilding          string      mark: updates go to the next two as well
 * streakboard:board:{tag}:v2:rebuilt             sorted set  what will replace the live one
 * streakboard:board:{tag}:v2:rebuilt:corrections hash
 * streakboard:board:{tag}:v2:rehearsal:3         sorted set  a copy of the live one, for a rehearsal
 * streakboard:board:{tag}:sealed                 string      mark: takes no more updates
 * </pre>
 *
 * The version belongs to the encoding of the members. A new version has no mark of completeness under its name, so
 * each board is rebuilt. The seal has no version: a sealed board stays sealed.
 */
final class BoardKeys {

    private final String tagged;

    BoardKeys(Edition edition) {
        this.tagged = "streakboard:board:{" + edition.tag() + "}:";
    }

    String live() {
        return versioned("live");
    }

    String corrections() {
        return versioned("corrections");
    }

    String complete() {
        return versioned("complete");
    }

    String rebuilding() {
        return versioned("rebuilding");
    }

    String rebuilt() {
        return versioned("rebuilt");
    }

    String rebuiltCorrections() {
        return versioned("rebuilt:corrections");
    }

    String rehearsal(long rehearsal) {
        return versioned("rehearsal:" + rehearsal);
    }

    String sealed() {
        return tagged + "sealed";
    }

    /** Keys that an application from before the versions may have left. */
    List<String> outdated() {
        return Stream.of("live", "corrections", "rebuilding", "rebuilt", "rebuilt:corrections")
                .map(part -> tagged + part)
                .toList();
    }

    private String versioned(String part) {
        return tagged + "v2:" + part;
    }
}
