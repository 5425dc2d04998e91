package io.streakboard.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.RedisSystemException;

class ClusterRetryTests {

    private final AtomicInteger tries = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRYAGAIN Multiple keys request during rehashing of slot",
                "CLUSTERDOWN Hash slot not served",
                "MOVED 3999 127.0.0.1:6381",
                "ASK 3999 127.0.0.1:6381",
                "ERR Script attempted to access a non local key in a cluster node script: 1068, on @user_script:1.",
                "ERR Error running script (call to f_1068): @user_script:1: @user_script: 1: Lua script attempted to "
                        + "access a non local key in a cluster node"
            })
    void retriesCommandsThatAClusterRefusesForNow(String error) {
        var answer = new ClusterRetry(Duration.ofMinutes(1)).template().invoke(() -> {
            if (tries.incrementAndGet() < 3) {
                throw refused(error);
            }
            return "done";
        });

        assertThat(answer).isEqualTo("done");
        assertThat(tries).hasValue(3);
    }

    @Test
    void givesUpAtTheDeadline() {
        assertThatThrownBy(
                        () -> new ClusterRetry(Duration.ofSeconds(1)).template().invoke(() -> {
                            tries.incrementAndGet();
                            throw refused("TRYAGAIN later");
                        }))
                .hasRootCauseMessage("TRYAGAIN later");
        assertThat(tries.get()).isBetween(2, 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ERR no such key", "BUSYGROUP it exists", "OOM command not allowed", "ASKED for nothing"})
    void triesNothingElseAgain(String error) {
        assertThatThrownBy(
                        () -> new ClusterRetry(Duration.ofMinutes(1)).template().invoke(() -> {
                            tries.incrementAndGet();
                            throw refused(error);
                        }))
                .hasRootCauseMessage(error);
        assertThat(tries).hasValue(1);
    }

    private static RedisSystemException refused(String error) {
        return new RedisSystemException("Error in execution", new RedisCommandExecutionException(error));
    }
}
