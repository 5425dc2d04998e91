package io.streakboard.web.outage;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride.Override;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadOnlyEvictionTests {

    private final List<String> asked = new ArrayList<>();

    private final ReadOnlyEviction eviction = new ReadOnlyEviction(new HikariDataSource() {
        @java.lang.Override
        public HikariPoolMXBean getHikariPoolMXBean() {
            return (HikariPoolMXBean) Proxy.newProxyInstance(
                    HikariPoolMXBean.class.getClassLoader(),
                    new Class<?>[] {HikariPoolMXBean.class},
                    (pool, method, arguments) -> {
                        asked.add(method.getName());
                        return null;
                    });
        }
    });

    @ParameterizedTest
    @ValueSource(ints = {1290, 1836, 3100})
    void evictsAllOnceForWritesThatFailTogether(int error) {
        assertThat(eviction.adjudicate(refused(error))).isEqualTo(Override.MUST_EVICT);
        assertThat(eviction.adjudicate(refused(error))).isEqualTo(Override.MUST_EVICT);
        assertThat(asked).containsExactly("softEvictConnections");
    }

    @Test
    void leavesOtherErrorsToThePool() {
        assertThat(eviction.adjudicate(refused(1062))).isEqualTo(Override.CONTINUE_EVICT);
        assertThat(asked).isEmpty();
    }

    private static SQLException refused(int error) {
        return new SQLException("refused", "HY000", error);
    }
}
