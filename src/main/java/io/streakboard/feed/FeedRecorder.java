package io.streakboard.feed;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.leaderboard.BoardClosed;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.season.SeasonEnded;
import io.streakboard.season.SeasonOpened;
import io.streakboard.season.SeasonSettled;
import io.streakboard.signin.SignInTerms;
import io.streakboard.signin.SignInTerms.MilestoneTerm;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.time.BusinessTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Writes events to the outbox, in the transaction that publishes them: a plain listener runs within it. So the feed has
 * each fact that was committed, without a second passage through the registry. Publishers lock the row of the learner
 * before they publish, so the outbox has the events of a learner in the order of their commits.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class FeedRecorder {

    private final Outbox outbox;
    private final FeedEvents events;
    private final DeletedLearners deleted;
    private final BusinessTime time;
    private final Set<Integer> milestones;

    FeedRecorder(Outbox outbox, FeedEvents events, DeletedLearners deleted, BusinessTime time, SignInTerms terms) {
        this.outbox = outbox;
        this.events = events;
        this.deleted = deleted;
        this.time = time;
        this.milestones =
                terms.milestones().stream().map(MilestoneTerm::streak).collect(Collectors.toUnmodifiableSet());
    }

    @EventListener
    void on(SignInsRecorded recorded) {
        outbox.add(recorded.signIns().stream()
                .flatMap(signIn -> events.of(signIn, milestones))
                .toList());
    }

    /** The deduction of all points of a deleted learner is not for the world. */
    @EventListener
    void on(PointsAwarded awarded) {
        var gone = deleted.among(
                awarded.awards().stream().map(Award::learner).distinct().toList());
        outbox.add(awarded.awards().stream()
                .filter(award -> !gone.contains(award.learner()))
                .map(events::of)
                .toList());
    }

    @EventListener
    void on(LearnerDeleted gone) {
        outbox.add(List.of(events.of(gone, time.now())));
    }

    @EventListener
    void on(SeasonOpened opened) {
        outbox.add(List.of(events.season(FeedType.SEASON_OPENED, opened.seasonId(), opened, time.now())));
    }

    @EventListener
    void on(SeasonEnded ended) {
        outbox.add(List.of(events.season(FeedType.SEASON_ENDED, ended.seasonId(), ended, time.now())));
    }

    @EventListener
    void on(SeasonSettled settled) {
        outbox.add(List.of(events.season(FeedType.SEASON_SETTLED, settled.seasonId(), settled, time.now())));
    }

    @EventListener
    void on(BoardClosed closed) {
        outbox.add(List.of(events.of(closed)));
    }
}
