package io.streakboard.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.identity.limits.Caller.CallerKind;
import io.streakboard.identity.limits.InFlightBodyBudget.Reservation;
import io.streakboard.web.BodyRefused;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Room for eight small bodies. */
class InFlightBodyBudgetTests {

    private static final Caller LEARNER = new Caller(CallerKind.LEARNER, "42");
    private static final Caller SERVICE = new Caller(CallerKind.CLIENT, "courses");
    private static final Caller ANOTHER = new Caller(CallerKind.CLIENT, "quizzes");

    private final InFlightBodyBudget budget =
            new InFlightBodyBudget(DataSize.ofMegabytes(1).toBytes());

    @Test
    void oneCallerLeavesRoomForTheOthers() {
        assertThat(bodies(SERVICE, 1)).hasSize(8);
        assertThat(bodies(LEARNER, 1)).hasSize(128);
        assertThat(bodies(ANOTHER, 1)).hasSize(4);
    }

    @Test
    void aBodyTakesAsMuchAsItIsLong() {
        assertThat(bodies(SERVICE, 256 * 1024)).hasSize(2);
    }

    @Test
    void aBodyIsNoLongerThanTheShareOfItsCaller() throws BodyRefused {
        var reservation = budget.reserve(LEARNER);
        reservation.hold(256 * 1024);

        assertThatExceptionOfType(BodyRefused.class)
                .isThrownBy(() -> reservation.hold(256 * 1024 + 1))
                .satisfies(refused -> assertThat(refused.problem().getStatus()).isEqualTo(413));
    }

    @Test
    void aBodyOfUnknownLengthTakesMoreAsItComes() throws BodyRefused {
        var growing = budget.reserve(SERVICE);
        growing.hold(384 * 1024);
        var another = budget.reserve(SERVICE);

        assertThatExceptionOfType(BodyRefused.class)
                .isThrownBy(() -> another.hold(128 * 1024 + 1))
                .satisfies(refused -> assertThat(refused.problem().getStatus()).isEqualTo(429));
        another.hold(128 * 1024);
        assertThat(bodies(SERVICE, 1)).isEmpty();
    }

    @Test
    void returnedBytesAreFreeAgain() {
        for (int i = 0; i < 3; i++) {
            var bodies = bodies(SERVICE, 100 * 1024);
            assertThat(bodies).hasSize(4);
            bodies.forEach(Reservation::close);
        }
    }

    @Test
    void aRefusedBodyTakesNoRoom() throws BodyRefused {
        try (var reservation = budget.reserve(SERVICE)) {
            assertThatExceptionOfType(BodyRefused.class).isThrownBy(() -> reservation.hold(Long.MAX_VALUE));
        }

        assertThat(bodies(SERVICE, 1)).hasSize(8);
    }

    @Test
    void aFullRoomIsNoFaultOfTheCaller() {
        bodies(SERVICE, 1);
        bodies(ANOTHER, 1);

        assertThatExceptionOfType(BodyRefused.class)
                .isThrownBy(() -> budget.reserve(LEARNER))
                .satisfies(refused -> assertThat(refused.problem().getStatus()).isEqualTo(503));
    }

    /** As many as there is budget for. */
    private List<Reservation> bodies(Caller caller, long bytes) {
        var reservations = new ArrayList<Reservation>();
        try {
            while (true) {
                var reservation = budget.reserve(caller);
                try {
                    reservation.hold(bytes);
                } catch (BodyRefused full) {
                    reservation.close();
                    throw full;
                }
                reservations.add(reservation);
            }
        } catch (BodyRefused full) {
            return reservations;
        }
    }
}
