package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.ledger.Posting;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class DryRunLedgerTests {

    private static final LocalDate DAY = LocalDate.parse("2026-11-18");

    @Test
    void addsUpWhatADayHasUsed() {
        var ledger = new DryRunLedger(10);
        ledger.add(posting("a"), 30);
        ledger.add(posting("b"), 20);

        assertThat(ledger.known(List.of(posting("a"), posting("c"))))
                .containsExactly(posting("a").key());
        assertThat(ledger.used(List.of(posting("c"), posting("d"))))
                .containsOnlyKeys(posting("c").dayOfType())
                .containsValue(50L);
    }

    @Test
    void forgetsTheOldestFirst() {
        var ledger = new DryRunLedger(1);
        ledger.add(posting("a"), 30);
        ledger.add(posting("b"), 20);

        assertThat(ledger.known(List.of(posting("a"), posting("b"))))
                .containsExactly(posting("b").key());
        assertThat(ledger.used(List.of(posting("a")))).containsValue(20L);
    }

    @Test
    void aDayIsForgottenWithItsLastPosting() {
        var ledger = new DryRunLedger(1);
        ledger.add(posting("a"), 30);
        ledger.add(new Posting(2, "LESSON", "b", Instant.EPOCH, DAY, 7, 20, 50, null), 20);

        assertThat(ledger.used(List.of(posting("a")))).isEmpty();
    }

    private static Posting posting(String sourceId) {
        return new Posting(1, "LESSON", sourceId, Instant.EPOCH, DAY, 7, 30, 50, null);
    }
}
