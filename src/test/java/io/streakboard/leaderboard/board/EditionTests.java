package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EditionTests {

    private static final ScorePacking PACKING = new ScorePacking(Instant.EPOCH, 22);

    @Test
    void isNamedByBoardPeriodAndPartition() {
        assertThat(new Edition("points", "2026-11", null, "season:12", PACKING).name())
                .isEqualTo("points 2026-11");
        assertThat(new Edition("popular", "2026-11", "music", "popular", PACKING).name())
                .isEqualTo("popular 2026-11 music");
    }
}
