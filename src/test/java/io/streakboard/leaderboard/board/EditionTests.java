package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EditionTests {

    private static final ScorePacking PACKING = ScorePacking.between(Instant.EPOCH, Instant.EPOCH);

    @Test
    void isNamedByBoardPeriodAndPartition() {
        assertThat(Edition.ofPoints("points", "2026-11", "season:12", PACKING).name())
                .isEqualTo("points 2026-11");
    }
}
