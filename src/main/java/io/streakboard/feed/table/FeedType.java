package io.streakboard.feed.table;

import java.util.Arrays;
import java.util.Optional;

/** The types of the feed's events. */
public enum FeedType {
    SEASON_OPENED("season.opened"),
    SEASON_ENDED("season.ended"),
    SEASON_SETTLED("season.settled"),
    BOARD_CLOSED("board.closed"),
    BOARD_FINAL("board.final"),
    LEAGUE_ENDED("league.ended"),
    STREAK_MILESTONE("streak.milestone"),
    SIGN_IN_RECORDED("sign_in.recorded"),
    POINTS_AWARDED("points.awarded"),
    BADGE_GIVEN("badge.given"),
    LEARNER_DELETED("learner.deleted");

    private final String text;

    FeedType(String text) {
        this.text = text;
    }

    public static Optional<FeedType> named(String text) {
        return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
    }

    /** Whether there may be thousands a second: a webhook gets many in one call. */
    public boolean isFrequent() {
        return switch (this) {
            case SIGN_IN_RECORDED, POINTS_AWARDED, STREAK_MILESTONE, BADGE_GIVEN -> true;
            default -> false;
        };
    }

    /** As it stands in the event, for example {@code points.awarded}. */
    public String text() {
        return text;
    }
}
