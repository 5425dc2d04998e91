package io.streakboard.feed;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.leaderboard.BoardClosed;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.signin.SignIn;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes events of the feed from what modules publish. An id is made from what makes the fact the same, see
 * {@code docs/feed.md}. Ids of learners are texts, as JavaScript's numbers end at 2⁵³.
 */
@Component
class FeedEvents {

    private record RecordedSignIn(
            String learner, LocalDate day, SignIn.Kind kind, int streak, int points, Instant at, int frozen) {}

    private record ReachedMilestone(String learner, LocalDate day, int streak) {}

    private record AwardedPoints(
            String learner,
            long seasonId,
            String type,
            int points,
            String sourceId,
            long total,
            int corrections,
            Instant reachedAt) {}

    private record ClosedBoard(
            String board,
            String period,
            @Nullable String partition,
            @Nullable Instant startsAt,
            Instant endsAt) {}

    private record DeletedLearner(String learner) {}

    private final JsonMapper json;

    FeedEvents(JsonMapper json) {
        this.json = json;
    }

    /** @param milestones streaks that are told besides */
    Stream<FeedEvent> of(SignIn signIn, Set<Integer> milestones) {
        var learner = Long.toString(signIn.learner());
        var recorded = ofLearner(
                FeedType.SIGN_IN_RECORDED,
                signIn.learner(),
                signIn.day().toString(),
                signIn.at(),
                new RecordedSignIn(
                        learner,
                        signIn.day(),
                        signIn.kind(),
                        signIn.streak(),
                        signIn.points(),
                        signIn.at(),
                        signIn.frozen()));
        return milestones.contains(signIn.streak())
                ? Stream.of(
                        recorded,
                        ofLearner(
                                FeedType.STREAK_MILESTONE,
                                signIn.learner(),
                                signIn.day().toString(),
                                signIn.at(),
                                new ReachedMilestone(learner, signIn.day(), signIn.streak())))
                : Stream.of(recorded);
    }

    FeedEvent of(Award award) {
        return ofLearner(
                FeedType.POINTS_AWARDED,
                award.learner(),
                award.seasonId() + ":" + award.corrections() + ":" + award.total(),
                award.reachedAt(),
                new AwardedPoints(
                        Long.toString(award.learner()),
                        award.seasonId(),
                        award.type(),
                        award.points(),
                        award.sourceId(),
                        award.total(),
                        award.corrections(),
                        award.reachedAt()));
    }

    /** It has no learner whose data it were, so the deletion leaves it. */
    FeedEvent of(LearnerDeleted deleted, Instant at) {
        var learner = Long.toString(deleted.learner());
        return event(FeedType.LEARNER_DELETED, learner, "learners/" + learner, null, at, new DeletedLearner(learner));
    }

    /** @param event as it was published, with {@code seasonId} and {@code name} */
    FeedEvent season(FeedType type, long season, Object event, Instant at) {
        return event(type, Long.toString(season), "seasons/" + season, null, at, event);
    }

    FeedEvent of(BoardClosed closed) {
        return event(
                FeedType.BOARD_CLOSED,
                Long.toString(closed.edition()),
                "boards/" + closed.board(),
                null,
                closed.endsAt(),
                new ClosedBoard(
                        closed.board(), closed.period(), closed.partition(), closed.startsAt(), closed.endsAt()));
    }

    private FeedEvent ofLearner(FeedType type, long learner, String fact, Instant at, Object data) {
        return event(type, learner + ":" + fact, "learners/" + learner, learner, at, data);
    }

    private FeedEvent event(
            FeedType type, String fact, String subject, @Nullable Long learner, Instant at, Object data) {
        return new FeedEvent(
                type.text() + ":" + fact, type.text(), subject, learner, at, json.writeValueAsString(data));
    }
}
