package io.streakboard.feed;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streakboard.badges.BadgeGiven;
import io.streakboard.feed.table.CloudEvent;
import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.table.FeedType;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.leaderboard.BoardClosed;
import io.streakboard.leaderboard.BoardFinal;
import io.streakboard.leagues.LeagueWeekEnded;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.season.SeasonEnded;
import io.streakboard.season.SeasonOpened;
import io.streakboard.season.SeasonSettled;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.SignInTerms;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.LearnerKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes published events to the feed, in the publisher's transaction: a plain listener runs within it. So the feed has
 * each committed fact, without a second pass through the registry. Publishers lock the row of the learner before they
 * publish, so the feed has the events of a learner in the order of their commits. An event's id is built from the
 * fact's identity, see {@code docs/feed.md}.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class FeedRecorder {

    /** JSON format of events: as published, but learner ids are strings, as JavaScript's numbers end at 2⁵³. */
    @JsonIgnoreProperties({"closing", "homeSeason", "occurredAt", "edition", "endedAt", "best", "key"})
    private interface EventFormat {

        @LearnerKey
        long learner();
    }

    private record ReachedMilestone(long learner, LocalDate day, int streak) {}

    private final FeedTable feed;
    private final DeletedLearners deleted;
    private final LearnerKeys keys;
    private final BusinessTime time;
    private final SignInTerms terms;
    private final JsonMapper json;

    FeedRecorder(
            FeedTable feed,
            DeletedLearners deleted,
            LearnerKeys keys,
            BusinessTime time,
            SignInTerms terms,
            JsonMapper json) {
        this.keys = keys;
        this.feed = feed;
        this.deleted = deleted;
        this.time = time;
        this.terms = terms;
        var mapper = json.rebuild();
        Stream.of(
                        SignIn.class,
                        ReachedMilestone.class,
                        Award.class,
                        BadgeGiven.GivenLevel.class,
                        LearnerDeleted.class,
                        BoardClosed.class,
                        BoardFinal.class)
                .forEach(fact -> mapper.addMixIn(fact, EventFormat.class));
        this.json = mapper.build();
    }

    @EventListener
    void on(SignInsRecorded recorded) {
        feed.add(recorded.signIns().stream().flatMap(this::events).toList());
    }

    private Stream<CloudEvent> events(SignIn signIn) {
        var event = ofDay(FeedType.SIGN_IN_RECORDED, signIn, signIn);
        return terms.isMilestone(signIn.streak(), signIn.at())
                ? Stream.of(
                        event,
                        ofDay(
                                FeedType.STREAK_MILESTONE,
                                signIn,
                                new ReachedMilestone(signIn.learner(), signIn.day(), signIn.streak())))
                : Stream.of(event);
    }

    private CloudEvent ofDay(FeedType type, SignIn signIn, Object fact) {
        return ofLearner(type, signIn.learner(), signIn.day().toString(), signIn.at(), fact);
    }

    /** Leaves out the deduction of all points of a deleted learner. */
    @EventListener
    void on(PointsAwarded awarded) {
        var gone = deleted.among(
                awarded.awards().stream().map(Award::learner).distinct().toList());
        feed.add(awarded.awards().stream()
                .filter(award -> !gone.contains(award.learner()))
                .map(award -> ofLearner(
                        FeedType.POINTS_AWARDED,
                        award.learner(),
                        award.seasonId() + ":" + award.corrections() + ":" + award.total(),
                        award.reachedAt(),
                        award))
                .toList());
    }

    @EventListener
    void on(BadgeGiven given) {
        feed.add(given.badges().stream()
                .map(badge -> ofLearner(
                        FeedType.BADGE_GIVEN, badge.learner(), badge.badge() + ":" + badge.level(), badge.at(), badge))
                .toList());
    }

    @EventListener
    void on(LearnerDeleted gone) {
        var key = gone.key();
        if (key != null) {
            feed.add(List.of(event(FeedType.LEARNER_DELETED, key, "learners/" + key, time.now(), gone)));
        }
    }

    @EventListener
    void on(SeasonOpened opened) {
        addSeason(FeedType.SEASON_OPENED, opened.seasonId(), opened);
    }

    @EventListener
    void on(SeasonEnded ended) {
        addSeason(FeedType.SEASON_ENDED, ended.seasonId(), ended);
    }

    @EventListener
    void on(SeasonSettled settled) {
        addSeason(FeedType.SEASON_SETTLED, settled.seasonId(), settled);
    }

    @EventListener
    void on(BoardClosed closed) {
        add(FeedType.BOARD_CLOSED, closed.edition(), "boards/" + closed.board(), closed.endsAt(), closed);
    }

    /** Without the best members: their ids would outlive their deletion, and the board shows them. */
    @EventListener
    void on(BoardFinal ranking) {
        add(FeedType.BOARD_FINAL, ranking.edition(), "boards/" + ranking.board(), ranking.at(), ranking);
    }

    @EventListener
    void on(LeagueWeekEnded ended) {
        feed.add(List.of(
                event(FeedType.LEAGUE_ENDED, ended.week().toString(), "leagues/" + ended.week(), ended.at(), ended)));
    }

    private void addSeason(FeedType type, long season, Object fact) {
        add(type, season, "seasons/" + season, time.now(), fact);
    }

    private void add(FeedType type, long id, String subject, Instant at, Object fact) {
        feed.add(List.of(event(type, Long.toString(id), subject, at, fact)));
    }

    private CloudEvent ofLearner(FeedType type, long learner, String id, Instant at, Object fact) {
        var key = keys.key(learner);
        return event(type, key + ":" + id, "learners/" + key, at, fact);
    }

    private CloudEvent event(FeedType type, String id, String subject, Instant at, Object fact) {
        return new CloudEvent(type.text() + ":" + id, type.text(), subject, at, json.writeValueAsString(fact));
    }
}
