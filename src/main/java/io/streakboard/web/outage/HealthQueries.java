package io.streakboard.web.outage;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Queries that show whether a store answers. */
final class HealthQueries {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private HealthQueries() {}

    /** A cluster answers when each of its slots has a master. */
    static AvailabilityProbe.HealthQuery redis(RedisConnectionFactory connections) {
        return () -> {
            try (var connection = connections.getConnection()) {
                if (connection instanceof RedisClusterConnection cluster) {
                    var info = cluster.clusterGetClusterInfo();
                    if (!"ok".equals(info.getState())) {
                        throw new DataAccessResourceFailureException("cluster_state is " + info.getState());
                    }
                } else {
                    connection.ping();
                }
            }
        };
    }

    /** Opens a connection outside the pool: an exhausted pool tells nothing about MySQL. */
    static AvailabilityProbe.HealthQuery mySql(DataSource dataSource) {
        return () -> {
            var pool = dataSource.unwrap(HikariDataSource.class);
            var settings = new Properties();
            settings.putAll(pool.getDataSourceProperties());
            settings.setProperty(
                    "user", Objects.requireNonNullElse(pool.getCredentials().getUsername(), ""));
            settings.setProperty(
                    "password", Objects.requireNonNullElse(pool.getCredentials().getPassword(), ""));
            settings.setProperty("socketTimeout", Long.toString(TIMEOUT.toMillis()));
            try (var connection = PrimaryDriver.REGISTERED.connectAtOnce(pool.getJdbcUrl(), settings)) {
                if (connection == null || !connection.isValid((int) TIMEOUT.toSeconds())) {
                    throw new SQLException("no answer within " + TIMEOUT.toSeconds() + " s");
                }
            } catch (SQLException failure) {
                if (failure.getErrorCode() == 0) { // other errors are answers, such as too many connections
                    throw failure;
                }
            }
        };
    }
}
