package io.streakboard.leagues;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Which places of a cohort rise and fall. The page and the end of a week both use it.
 *
 * @param active how many have points; only these move
 * @param promoted how many rise, from the first place on
 * @param demoted how many fall, from the last place with points on
 */
record PromotionZones(int active, int promoted, int demoted) {

    enum Move {
        @JsonProperty("promoted")
        PROMOTED,
        @JsonProperty("stayed")
        STAYED,
        @JsonProperty("demoted")
        DEMOTED
    }

    /**
     * How many places a zone has: the configured number in a full cohort. In a smaller one a fifth, but at least one
     * and always less than half, so that the zones never meet.
     */
    static int width(int configured, int active, int full) {
        int most = (active - 1) / 2;
        int share = active >= full ? configured : Math.max(1, active / 5);
        return Math.max(0, Math.min(configured, Math.min(share, most)));
    }

    Move of(int place) {
        if (place <= promoted) {
            return Move.PROMOTED;
        }
        return place > active - demoted && place <= active ? Move.DEMOTED : Move.STAYED;
    }
}
