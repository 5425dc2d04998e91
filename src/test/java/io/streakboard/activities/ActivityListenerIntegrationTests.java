package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.PointsLedger;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.Total;
import io.streakboard.points.Total.ClosingTotal;
import io.streakboard.season.Seasons;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

@IntegrationTest
class ActivityListenerIntegrationTests {

    private static final Instant DAY = Instant.parse("2017-03-10T04:00:00Z");
    private static final ClosingTotal NOTHING = new ClosingTotal(BusinessTime.NEVER, 0, null);

    private final ActivityListener listener;
    private final PointsTotals totals;
    private final Seasons seasons;

    ActivityListenerIntegrationTests(PointsLedger ledger, Activities activities, PointsTotals totals, Seasons seasons) {
        this.listener = new ActivityListener(ledger, activities);
        this.totals = totals;
        this.seasons = seasons;
    }

    @Test
    void signInsAreCountedOnceThoughTheirEventComesTwice() {
        long learner = Learners.next();
        var recorded = new SignInsRecorded(List.of(signIn(learner, 0, 10), signIn(learner, 1, 20)));

        listener.on(recorded);
        listener.on(recorded);

        assertThat(total(learner)).isEqualTo(new Total(learner, 30, DAY.plus(Duration.ofDays(1)), 0, NOTHING));
    }

    @Test
    void signInsInTheWrongOrderGiveTheSameTotal() {
        long learner = Learners.next();

        listener.on(new SignInsRecorded(List.of(signIn(learner, 1, 20), signIn(learner, 2, 30))));
        listener.on(new SignInsRecorded(List.of(signIn(learner, 0, 10), signIn(learner, 1, 20))));

        assertThat(total(learner)).isEqualTo(new Total(learner, 60, DAY.plus(Duration.ofDays(2)), 0, NOTHING));
    }

    @Test
    void activitiesAreCountedOnceThoughTheirEventComesTwice() {
        long learner = Learners.next();
        var completed = new ActivityCompleted(note(learner, "a", 0), note(learner, "b", 1));

        listener.on(completed);
        listener.on(completed);

        assertThat(total(learner)).isEqualTo(new Total(learner, 6, DAY.plusSeconds(1), 0, NOTHING));
    }

    @Test
    void activitiesInTheWrongOrderGiveTheSameTotal() {
        long learner = Learners.next();

        listener.on(new ActivityCompleted(note(learner, "b", 60)));
        listener.on(new ActivityCompleted(note(learner, "a", 0)));

        assertThat(total(learner)).isEqualTo(new Total(learner, 6, DAY.plusSeconds(60), 0, NOTHING));
    }

    @Test
    void anInvalidActivityDoesNotHoldUpTheOthers() {
        long learner = Learners.next();

        listener.on(new ActivityCompleted(
                new Activity(learner, "UNKNOWN", "x", DAY), note(learner, "a", 0), note(learner, "", 0)));

        assertThat(total(learner).points()).isEqualTo(3);
    }

    private Total total(long learner) {
        return totals.of(seasons.at(DAY).id(), learner).orElseThrow();
    }

    private static SignIn signIn(long learner, int day, int points) {
        return new SignIn(
                learner,
                LocalDate.parse("2017-03-10").plusDays(day),
                Kind.REGULAR,
                day + 1,
                points,
                DAY.plus(Duration.ofDays(day)),
                0);
    }

    private static Activity note(long learner, String sourceId, int seconds) {
        return new Activity(learner, "NOTE", sourceId, DAY.plusSeconds(seconds));
    }
}
