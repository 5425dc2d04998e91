package io.streakboard.imports;

import io.streakboard.events.Publications;
import io.streakboard.signin.SignIns;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Follows accepted activities on their way to the boards. */
@Component
class DownstreamDelivery {

    private static final int LONGEST_BACKLOG = 20_000;

    private final SignIns signIns;
    private final Publications publications;

    DownstreamDelivery(SignIns signIns, Publications publications) {
        this.signIns = signIns;
        this.publications = publications;
    }

    /** Whether the journal is short enough for more, and listeners keep up with it. */
    boolean hasRoom() {
        return signIns.backlog() < LONGEST_BACKLOG && !publications.areBehind();
    }

    /**
     * Conditions to wait for, one after the other: sign-ins have left the journal, the ledger has heard of them, and
     * the boards have heard of the ledger. After the last, everything is on the boards.
     */
    List<Supplier<BooleanSupplier>> stages() {
        return List.of(signIns::recordingOfAll, publications::deliveredSoFar, publications::deliveredSoFar);
    }
}
