package io.streakboard.imports;

import io.streakboard.events.Publications;
import io.streakboard.signin.SignIns;
import io.streakboard.time.BusinessTime;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Follows activities that were taken in on their way to the boards. */
@Component
class Delivery {

    private static final int LONGEST_BACKLOG = 20_000;

    private final SignIns signIns;
    private final Publications publications;
    private final BusinessTime time;

    Delivery(SignIns signIns, Publications publications, BusinessTime time) {
        this.signIns = signIns;
        this.publications = publications;
        this.time = time;
    }

    /** Whether the journal is short enough for more. */
    boolean hasRoom() {
        return signIns.backlog() < LONGEST_BACKLOG;
    }

    /**
     * Conditions to wait for, one after the other. After the last, all that was taken in is on the boards: sign-ins
     * leave the journal, the ledger hears of them, and the boards hear of the ledger.
     */
    List<Supplier<BooleanSupplier>> stages() {
        return List.of(signIns::recordingOfAll, this::delivery, this::delivery);
    }

    private BooleanSupplier delivery() {
        var now = time.now();
        return () -> publications.deliveredUntil(now);
    }
}
