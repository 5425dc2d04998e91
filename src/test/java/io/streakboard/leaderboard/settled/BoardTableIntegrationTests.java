package io.streakboard.leaderboard.settled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.streakboard.leaderboard.board.Standing;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.support.IntegrationTest;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class BoardTableIntegrationTests {

    private static final String TABLE = "points_board_of_test";
    private static final List<Standing> RANKS = LongStream.rangeClosed(1, 2000)
            .mapToObj(rank -> new Standing(
                    rank,
                    Long.MAX_VALUE - rank,
                    3000 - rank,
                    Instant.parse("2013-12-31T23:00:00Z").plusSeconds(rank)))
            .toList();

    private final BoardTable table;
    private final JdbcClient jdbc;

    BoardTableIntegrationTests(BoardTable table, JdbcClient jdbc) {
        this.table = table;
        this.jdbc = jdbc;
    }

    @BeforeEach
    void create() {
        table.create(TABLE, "points_board_1");
    }

    @AfterEach
    void drop() {
        table.drop(TABLE);
    }

    @Test
    void writesARangeOfRanksAndTheSameAgain() {
        table.write(TABLE, 1, 2000, RANKS);
        table.write(TABLE, 1, 2000, RANKS);

        assertThat(table.ranks(TABLE, 1, 2000)).isEqualTo(RANKS);
        assertThat(table.sum(TABLE)).isEqualTo(new TotalsSum(2000, 3_999_000));
        assertThat(table.firstRank(TABLE)).isEqualTo(1);
        assertThat(table.lastRank(TABLE)).isEqualTo(2000);
    }

    @Test
    void writesThemWhereTheServerLoadsNoLocalData() {
        jdbc.sql("SET GLOBAL local_infile = 0").update();
        try {
            table.write(TABLE, 1, 2000, RANKS);
        } finally {
            jdbc.sql("SET GLOBAL local_infile = 1").update();
        }

        assertThat(table.ranks(TABLE, 1, 2000)).isEqualTo(RANKS);
    }

    @Test
    void refusesMissingRows() {
        table.write(TABLE, 1, 10, RANKS.subList(0, 10));
        var rankThatIsThere = RANKS.subList(9, 10);

        assertThatIllegalStateException()
                .isThrownBy(() -> table.write(TABLE, 11, 11, rankThatIsThere))
                .withMessageContaining("0 of the 1 rows");
    }

    @Test
    void isEmptyAndWithoutItsKeyBeforeACopy() {
        table.write(TABLE, 1, 10, RANKS.subList(0, 10));
        table.index(TABLE);
        table.index(TABLE);

        table.dropIndex(TABLE);
        table.dropIndex(TABLE);
        table.empty(TABLE);

        assertThat(table.sum(TABLE)).isEqualTo(new TotalsSum(0, 0));
        assertThat(table.firstRank(TABLE)).isEqualTo(1);
        assertThat(table.lastRank(TABLE)).isZero();
        assertThat(jdbc.sql("SHOW KEYS FROM " + TABLE)
                        .query((row, number) -> row.getString("key_name"))
                        .list())
                .containsExactly("PRIMARY");
    }

    /** Otherwise an untrusted server could request any file of the application. */
    @Test
    void noFileIsEverSent() {
        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> jdbc.sql("LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE " + TABLE + " (points)")
                        .update())
                .withStackTraceContaining("/no/such/folder");
    }
}
