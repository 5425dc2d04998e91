package io.streakboard.points.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.ledger.PaidBonus.Remarks;
import io.streakboard.web.ViolationCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaidBonusTests {

    private static final PaidBonus BONUS = new PaidBonus("christmas", "Double \"quiz\" week 🎄", 200);

    @Test
    void isStoredBeforeTheReasons() {
        var remarks = new Remarks(BONUS, List.of(ViolationCode.DAILY_CAP_LEAVES.of(null, 40, 5, 10)));

        assertThat(remarks.stored())
                .isEqualTo("[[\"bonus\",\"christmas\",\"Double \\\"quiz\\\" week 🎄\",\"200\"],"
                        + "[\"daily-cap-leaves\",null,\"40\",\"5\",\"10\"]]");
        assertThat(Remarks.read(remarks.stored())).isEqualTo(remarks);
    }

    @Test
    void isStoredAlone() {
        var remarks = new Remarks(BONUS, List.of());

        assertThat(Remarks.read(remarks.stored())).isEqualTo(remarks);
    }

    @Test
    void withoutOneARowIsAsItWasBefore() {
        var reasons = List.of(ViolationCode.DAILY_CAP_REACHED.of(null, 20));

        assertThat(new Remarks(null, List.of()).stored()).isNull();
        assertThat(new Remarks(null, reasons).stored()).isEqualTo("[[\"daily-cap-reached\",null,\"20\"]]");
        assertThat(Remarks.read(null)).isEqualTo(new Remarks(null, List.of()));
        assertThat(Remarks.read("[[\"daily-cap-reached\",null,\"20\"]]")).isEqualTo(new Remarks(null, reasons));
    }

    /** The longest titles with the longest reasons that can stand beside them. */
    @Test
    void fitsItsColumn() {
        var title = "\"".repeat(100);
        var name = "b".repeat(32);
        var season = "\"".repeat(100);
        var remarks = new Remarks(
                new PaidBonus(name, title, 1000),
                List.of(
                        ViolationCode.SEASON_CLOSED.of(null, season, season),
                        ViolationCode.DAILY_CAP_LEAVES.of(null, Integer.MAX_VALUE, Integer.MAX_VALUE, 10_000_000)));

        assertThat(String.valueOf(remarks.stored())).hasSizeLessThanOrEqualTo(1_300);
    }
}
