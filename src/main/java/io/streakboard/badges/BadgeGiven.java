package io.streakboard.badges;

import java.time.Instant;
import java.util.List;

/** Learners were given badges. Delivered at least once: a badge is given once for each learner, badge and level. */
public record BadgeGiven(List<GivenLevel> badges) {

    /**
     * @param badge the badge's name
     * @param level the number that its condition asked for
     * @param at when it was given
     */
    public record GivenLevel(long learner, String badge, long level, Instant at) {}
}
