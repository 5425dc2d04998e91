package io.streakboard.identity.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.identity.privacy.Pauses.HiddenDays;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** Whatever a learner does, in whatever order, boards show another learner at most once within the lock. */
class PrivacyLockTests {

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final Instant START = Instant.parse("2026-10-20T13:00:00Z"); // clocks are set back on the 25th

    /**
     * @param minutes since the step before
     * @param board to choose; null to pause
     * @param days of the pause; 0 to end it
     */
    private record Step(int minutes, @Nullable Visibility board, int days) {}

    /** A learner as the tables have one, and what boards have shown. */
    private static final class Learner {

        private final Duration length;
        private final BusinessTime time = new BusinessTime(new LearnersClock(), ZONE);
        private final PrivacyLock lock;
        private Instant now = START;
        private PrivacyChoice choice;
        private Pauses pauses = Pauses.NONE;
        private Visibility seen;
        private @Nullable Instant seenSince;

        Learner(Duration length, Visibility usual) {
            this.length = length;
            choice = new PrivacyChoice(usual, null);
            seen = usual;
            lock = new PrivacyLock(new PrivacyProperties(usual, true, length), time);
        }

        private final class LearnersClock extends Clock {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneId getZone() {
                return ZONE;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException("not used");
            }
        }

        /** With a look at each midnight that passes. */
        void wait(Duration more) {
            var end = now.plus(more);
            for (var midnight = time.startOf(time.today().plusDays(1));
                    !midnight.isAfter(end);
                    midnight = time.startOf(time.today().plusDays(1))) {
                now = midnight;
                look();
            }
            now = end;
        }

        Visibility shown() {
            return pauses.hides(time.today()) ? Visibility.HIDDEN : choice.board();
        }

        private void look() {
            var shown = shown();
            if (shown != seen) {
                if (seenSince != null) {
                    assertThat(Duration.between(seenSince, now)).isGreaterThanOrEqualTo(length);
                }
                seen = shown;
                seenSince = now;
            }
        }

        void choose(Visibility board) {
            if (board != choice.board()) {
                choice = lock.changed(choice, pauses, board);
            }
            look();
        }

        void pause(int days) {
            var today = time.today();
            var before = pauses;
            (days == 0 ? before.ended(today) : before.paused(today, today.plusDays(days)))
                    .ifPresent(pause -> pauses = before.with(lock.hiding(pause, choice, before)));
            assertThat(pauses.has(today)).as("a pause counts at once").isEqualTo(days > 0);
            look();
        }

        void take(Step step) {
            wait(Duration.ofMinutes(step.minutes()));
            if (step.board() == null) {
                pause(step.days());
                return;
            }
            try {
                choose(step.board());
            } catch (PrivacyNotChangeable tooEarly) {
                look();
            }
        }

        LocalDate today() {
            return time.today();
        }
    }

    @Property
    void boardsShowAnotherLearnerOnceWithinTheLockOnly(
            @ForAll("steps") List<Step> steps, @ForAll("locks") Duration lock, @ForAll Visibility usual) {
        var learner = new Learner(lock, usual);
        steps.forEach(learner::take);
        learner.wait(Duration.ofDays(40));
    }

    @Property
    void aPausedLearnerIsHiddenAfterTheLock(@ForAll("steps") List<Step> steps, @ForAll("locks") Duration lock) {
        var learner = new Learner(lock, Visibility.SHOWN);
        steps.forEach(learner::take);

        learner.pause(30);
        learner.wait(lock.plusHours(25)); // the longest day

        assertThat(learner.shown()).isEqualTo(Visibility.HIDDEN);
        learner.wait(Duration.ofDays(60));
        assertThat(learner.shown()).isEqualTo(learner.choice.board());
        assertThat(learner.lock.changeableAt(learner.choice, learner.pauses)).isEmpty();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        var minutes = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.integers().between(0, 60)),
                Tuple.of(3, Arbitraries.integers().between(60, 3 * 24 * 60)));
        var boards = Arbitraries.of(Visibility.class).injectNull(0.6);
        var days = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(0)),
                Tuple.of(3, Arbitraries.integers().between(1, 8)));
        return Combinators.combine(minutes, boards, days).as(Step::new).list().ofMaxSize(40);
    }

    @Provide
    Arbitrary<Duration> locks() {
        return Arbitraries.of(
                Duration.ZERO, Duration.ofMinutes(10), Duration.ofHours(30), Duration.ofDays(1), Duration.ofDays(3));
    }

    @Example
    void aPauseThatEndsAtOnceHidesForThreeDaysAndTheRestOfTheFirst() {
        var learner = new Learner(Duration.ofDays(3), Visibility.SHOWN);
        var first = learner.today();

        learner.pause(1);
        learner.pause(0);
        learner.pause(5);
        learner.pause(0);

        assertThat(learner.pauses.days()).isEmpty();
        assertThat(learner.pauses.hiddenUntil(first)).contains(first.plusDays(4));
        learner.wait(Duration.ofDays(4));
        assertThat(learner.shown()).isEqualTo(Visibility.SHOWN);
        assertThatThrownBy(() -> learner.choose(Visibility.HIDDEN)).isInstanceOf(PrivacyNotChangeable.class);
    }

    @Example
    void aPauseSoonAfterAChoiceHidesWhenTheLockIsOver() {
        var learner = new Learner(Duration.ofDays(3), Visibility.HIDDEN);
        var first = learner.today();
        learner.choose(Visibility.SHOWN);

        learner.pause(3);
        assertThat(learner.pauses.all())
                .singleElement()
                .matches(pause -> !pause.hidden().hasDays());

        learner.pause(20);
        assertThat(learner.shown()).isEqualTo(Visibility.SHOWN);
        assertThat(learner.pauses.all())
                .singleElement()
                .satisfies(pause ->
                        assertThat(pause.hidden()).isEqualTo(new HiddenDays(first.plusDays(4), first.plusDays(20))));
        assertThat(learner.lock.changeableAt(learner.choice, learner.pauses))
                .isEqualTo(Optional.of(learner.time.startOf(first.plusDays(4))));
    }

    @Example
    void withoutALockAPauseHidesItsOwnDaysOnly() {
        var learner = new Learner(Duration.ZERO, Visibility.SHOWN);

        learner.pause(5);
        assertThat(learner.shown()).isEqualTo(Visibility.HIDDEN);
        learner.pause(0);

        assertThat(learner.shown()).isEqualTo(Visibility.SHOWN);
    }
}
