package io.streakboard.leaderboard.settled;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcStatement;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.time.Utc;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Inserts many ranks at once: with {@code LOAD DATA LOCAL INFILE} from memory, which is faster than any {@code INSERT},
 * or with one {@code INSERT} where {@code local_infile} is off, MySQL's default.
 *
 * <p>A server may answer any statement with a request for any file of the client. So connections set {@code
 * allowLoadLocalInfileInPath} to a folder that does not exist: this tells the server that the client can send data, and
 * refuses all files. The driver answers such requests only while the stream is set, and only with the stream.
 */
@Component
class BulkInsert {

    /**
     * The driver allocates two buffers of the packet size, a megabyte each by default. In a small heap G1 treats half a
     * megabyte as humongous, and scans the whole heap every few pages.
     */
    private static final int PACKET = 64 * 1024;

    private static final String COLUMNS = "(id, user_id, points, reached_at)";

    /**
     * The errors of MySQL, MariaDB and older versions of both if either side has switched {@code LOAD DATA LOCAL} off.
     */
    private static final Set<Integer> SWITCHED_OFF = Set.of(3948, 4166, 1148);

    private final JdbcTemplate jdbc;

    BulkInsert(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the number of inserted rows: {@code LOAD DATA LOCAL} skips rows whose key exists. */
    int insert(String table, List<Standing> standings) {
        try {
            return load(table, standings);
        } catch (DataAccessException failure) {
            if (failure.getMostSpecificCause() instanceof SQLException cause
                    && SWITCHED_OFF.contains(cause.getErrorCode())) {
                return insertRows(table, standings);
            }
            throw failure;
        }
    }

    private int load(String table, List<Standing> standings) {
        var rows = RankText.of(standings);
        return Objects.requireNonNull(jdbc.execute((ConnectionCallback<Integer>) connection -> {
            var properties = connection.unwrap(JdbcConnection.class).getPropertySet();
            var allowed = properties.getBooleanProperty(PropertyKey.allowLoadLocalInfile);
            var packet = properties.getIntegerProperty(PropertyKey.maxAllowedPacket);
            int usual = packet.getValue();
            try (var statement = connection.createStatement()) {
                var loading = statement.unwrap(JdbcStatement.class);
                loading.setLocalInfileInputStream(rows);
                allowed.setValue(true);
                packet.setValue(PACKET);
                try {
                    return statement.executeUpdate("LOAD DATA LOCAL INFILE 'ranks' INTO TABLE %s CHARACTER SET ascii %s"
                            .formatted(table, COLUMNS));
                } finally {
                    allowed.setValue(false);
                    packet.setValue(usual);
                    loading.setLocalInfileInputStream(null);
                }
            }
        }));
    }

    private int insertRows(String table, List<Standing> standings) {
        jdbc.batchUpdate(
                "INSERT INTO %s %s VALUES (?, ?, ?, ?)".formatted(table, COLUMNS),
                standings.stream()
                        .map(standing -> new Object[] {
                            standing.rank(), standing.learner(), standing.points(), Utc.column(standing.reachedAt())
                        })
                        .toList());
        return standings.size();
    }
}
