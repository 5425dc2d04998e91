package io.streakboard.leaderboard.settled;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.Standing;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankTextTests {

    @Test
    void eachRankIsALine() throws IOException {
        assertThat(text(List.of(
                        new Standing(1, 4711, 250, Instant.parse("2026-01-31T09:05:00Z")),
                        new Standing(2, 12, 250, Instant.parse("2026-01-31T23:59:59Z")),
                        new Standing(3, 99, 7, Instant.parse("2026-02-01T00:00:00Z")))))
                .isEqualTo("""
                        1	4711	250	2026-01-31 09:05:00
                        2	12	250	2026-01-31 23:59:59
                        3	99	7	2026-02-01 00:00:00
                        """);
    }

    @Test
    void anInstantIsCutToMilliseconds() throws IOException {
        assertThat(text(List.of(
                        new Standing(1, 1, 1, Instant.parse("2026-01-31T09:05:07.0019Z")),
                        new Standing(2, 2, 1, Instant.parse("2026-01-31T09:05:07.120Z")),
                        new Standing(3, 3, 1, Instant.parse("1969-12-31T23:59:59.999999Z")))))
                .isEqualTo("""
                        1	1	1	2026-01-31 09:05:07.001
                        2	2	1	2026-01-31 09:05:07.120
                        3	3	1	1969-12-31 23:59:59.999
                        """);
    }

    @Test
    void theLongestNumbersFit() throws IOException {
        var longest =
                new Standing(Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Instant.parse("2026-01-31T09:05:07.123Z"));

        assertThat(text(Collections.nCopies(1_000, longest)))
                .isEqualTo("9223372036854775807\t-9223372036854775808\t-9223372036854775808\t2026-01-31 09:05:07.123\n"
                        .repeat(1_000));
    }

    private static String text(List<Standing> standings) throws IOException {
        return new String(RankText.of(standings).readAllBytes(), US_ASCII);
    }
}
