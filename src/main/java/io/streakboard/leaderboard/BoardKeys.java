package io.streakboard.leaderboard;

import java.util.List;
import java.util.stream.Stream;

/**
 * The names of the module's Redis keys. All keys of a season share a hash tag, so that scripts and renames stay in one
 * cluster slot.
 *
 * <pre>
 * streakboard:board:{season:12}:v2:live                sorted set  {@link BoardMember} by {@link BoardScore}
 * streakboard:board:{season:12}:v2:corrections         hash        member -> how often its total was lowered
 * streakboard:board:{season:12}:v2:complete            string      mark: the board has what MySQL has
 * streakboard:board:{season:12}:v2:rebuilding          string      mark: updates go to the next two as well
 * streakboard:board:{season:12}:v2:rebuilt             sorted set  what will replace the live one
 * streakboard:board:{season:12}:v2:rebuilt:corrections hash
 * streakboard:board:{season:12}:v2:rehearsal:3         sorted set  the board as it was, while it is rehearsed
 * streakboard:board:{season:12}:sealed                 string      mark: takes no more updates
 * </pre>
 *
 * The version is that of the members' encoding. With another one there is no mark of completeness under the new name, so
 * that each board is rebuilt. The seal has no version: boards of settled seasons stay sealed.
 */
final class BoardKeys {

    private BoardKeys() {}

    static String live(long season) {
        return versioned(season, "live");
    }

    static String corrections(long season) {
        return versioned(season, "corrections");
    }

    static String complete(long season) {
        return versioned(season, "complete");
    }

    static String rebuilding(long season) {
        return versioned(season, "rebuilding");
    }

    static String rebuilt(long season) {
        return versioned(season, "rebuilt");
    }

    static String rebuiltCorrections(long season) {
        return versioned(season, "rebuilt:corrections");
    }

    static String rehearsal(long season, long rehearsal) {
        return versioned(season, "rehearsal:" + rehearsal);
    }

    static String sealed(long season) {
        return tagged(season) + "sealed";
    }

    /** What an application that did not know of versions may have left. */
    static List<String> outdated(long season) {
        return Stream.of("live", "corrections", "rebuilding", "rebuilt", "rebuilt:corrections")
                .map(part -> tagged(season) + part)
                .toList();
    }

    private static String versioned(long season, String part) {
        return tagged(season) + "v2:" + part;
    }

    private static String tagged(long season) {
        return "streakboard:board:{season:" + season + "}:";
    }
}
