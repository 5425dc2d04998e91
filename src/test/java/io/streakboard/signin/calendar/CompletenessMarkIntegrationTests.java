package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.IntegrationTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The job of the application puts marks back. */
@IntegrationTest
class CompletenessMarkIntegrationTests {

    private final StringRedisTemplate redis;
    private final CalendarKeys keys;
    private final CompletenessMark mark;

    CompletenessMarkIntegrationTests(StringRedisTemplate redis, CalendarKeys keys, CompletenessMark mark) {
        this.redis = redis;
        this.keys = keys;
        this.mark = mark;
    }

    @BeforeEach
    @AfterEach
    void awaitMarks() {
        await().until(() -> mark.missing() == 0);
    }

    @Test
    void aRebuildDuringWhichRedisIsWipedDoesNotCount() {
        var token = mark.begin();
        redis.unlink(keys.rebuilding(0));

        assertThatIllegalStateException().isThrownBy(() -> mark.finish(token));
    }

    @Test
    void aMarkOfAnotherProcessDoesNotCount() {
        redis.opsForValue().set(keys.complete(1), "another process");

        assertThat(mark.missing()).isEqualTo(1);
        assertThat(redis.hasKey(keys.complete(1))).isFalse();
    }
}
