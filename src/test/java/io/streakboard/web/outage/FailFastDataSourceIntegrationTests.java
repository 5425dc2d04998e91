package io.streakboard.web.outage;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.streakboard.support.IntegrationTest;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

@IntegrationTest
class FailFastDataSourceIntegrationTests {

    private final DataSource dataSource;

    FailFastDataSourceIntegrationTests(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Spring Boot wraps the pool as well. Between the two is what refuses connections in an outage. */
    @Test
    void thePoolEvictsAndIsReachedThroughTheRefusal() throws SQLException {
        var pool = dataSource.unwrap(HikariDataSource.class);
        assertThat(pool.getExceptionOverride()).isInstanceOf(ReadOnlyEviction.class);
        assertThat(dataSource)
                .isInstanceOfSatisfying(
                        DelegatingDataSource.class,
                        fetchedLate -> assertThat(fetchedLate.getTargetDataSource())
                                .isInstanceOf(DelegatingDataSource.class)
                                .isNotSameAs(pool));
    }
}
