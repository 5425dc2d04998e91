package io.streakboard.start;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.streakboard.redis.KeyScan;
import io.streakboard.support.IntegrationTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;

/** Another instance starts on the stores of a running one. */
@IntegrationTest
class StorePairingCheckIntegrationTests {

    private static final String KEY = "streakboard:installation";
    private static final String BOARD = "streakboard:board:{season:1}:former";

    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;
    private final StorePairingCheck another;

    StorePairingCheckIntegrationTests(JdbcClient jdbc, StringRedisTemplate redis, KeyScan keys) {
        this.jdbc = jdbc;
        this.redis = redis;
        this.another = new StorePairingCheck(
                jdbc, redis, keys, mock(TaskScheduler.class), mock(ConfigurableApplicationContext.class));
    }

    @AfterEach
    void belongTogether() {
        redis.delete(KEY);
        await().until(() -> redis.hasKey(KEY));
    }

    @Test
    void bothHaveNotedTheInstallation() {
        assertThat(noted()).startsWith("1 " + stored() + " ");
        another.afterSingletonsInstantiated();
        assertThat(noted()).startsWith("1 " + stored() + " ");
    }

    /** FLUSHALL removes it as well. */
    @Test
    void anInstanceThatIsRunningNotesItAgain() {
        redis.delete(KEY);
        await().until(() -> redis.hasKey(KEY));

        another.afterSingletonsInstantiated();
    }

    /** Whatever it has been filled with since: an instance may be killed right after it began to restore boards. */
    @Test
    void aRedisWithoutTheNoteFitsAMySqlThatIsInUse() {
        redis.delete(KEY);

        another.afterSingletonsInstantiated();

        assertThat(noted()).startsWith("1 " + stored() + " ");
    }

    @Test
    void boardsThatAreOlderThanMySqlAreRefused() {
        redis.opsForValue().set(BOARD, "of a former version");
        var row = stored();
        jdbc.sql("DELETE FROM installation").update();
        redis.delete(KEY);
        try {
            assertThat(catchThrowable(another::afterSingletonsInstantiated)).hasMessageContaining("before 0.1.0");
        } finally {
            redis.delete(BOARD);
            jdbc.sql("INSERT INTO installation (id, name, used_at) VALUES (1, ?, UTC_TIMESTAMP(3))")
                    .param(row)
                    .update();
        }
    }

    @Test
    void aRedisOfAnotherMySqlIsRefusedInOneSentence() {
        redis.opsForValue().set(KEY, "1 another 1795219200");

        var failure = new ApplicationContextException("", catchThrowable(another::afterSingletonsInstantiated));

        var analysis = requireNonNull(new StartRefusedAnalyzer().analyze(failure));
        assertThat(analysis.getDescription()).contains("another installation than MySQL");
        assertThat(analysis.getAction()).contains("docs/operations.md", "do not belong together");
        assertThat(noted()).contains("another");
    }

    private String noted() {
        return requireNonNull(redis.opsForValue().get(KEY));
    }

    private String stored() {
        return jdbc.sql("SELECT name FROM installation").query(String.class).single();
    }
}
