package io.streakboard.web.outage;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Refuses connections to requests while MySQL is known to be away, because each would wait for the pool in vain. So
 * reads, health and metrics fail at once. Jobs still wait, because no caller waits for them. The pool also evicts
 * connections to a server that only reads.
 */
@Component
class FailFastDataSource implements BeanPostProcessor, Ordered {

    /** Before Spring Boot hides the pool behind connections that are fetched late. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof HikariDataSource pool)) {
            return bean;
        }
        pool.setExceptionOverride(new ReadOnlyEviction(pool));
        return new FailFastPool(pool);
    }

    private static class FailFastPool extends DelegatingDataSource {

        private static final String NO_CONNECTION = "08001";

        FailFastPool(HikariDataSource pool) {
            super(pool);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (RequestContextHolder.getRequestAttributes() != null && StoreAvailability.isMySqlAway()) {
                throw new SQLTransientConnectionException("MySQL is away", NO_CONNECTION);
            }
            try {
                return super.getConnection();
            } catch (SQLException failure) {
                StoreAvailability.explain(failure);
                throw failure;
            }
        }
    }
}
