package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.streakboard.redis.LuaScript;
import io.streakboard.redis.ReplicationIds;
import io.streakboard.support.IntegrationTest;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/** The job of the application puts marks back. */
@IntegrationTest
class CompletenessMarkIntegrationTests {

    private static final Set<Integer> ALL = Set.of(0, 1, 2, 3);
    private static final String KEY = "{marks}:complete";
    private static final RedisScript<String> REPLICATION_ID =
            RedisScript.of(LuaScript.text("history") + "return history()", String.class);

    private final StringRedisTemplate redis;
    private final CalendarKeys keys;
    private final CompletenessMark mark;
    private final ApplicationEventPublisher events;

    CompletenessMarkIntegrationTests(
            StringRedisTemplate redis, CalendarKeys keys, CompletenessMark mark, ApplicationEventPublisher events) {
        this.redis = redis;
        this.keys = keys;
        this.mark = mark;
        this.events = events;
    }

    @BeforeEach
    @AfterEach
    void awaitMarks() {
        await().until(() -> {
            boolean whole = mark.missing().isEmpty();
            if (!whole) {
                events.publishEvent(new MarkMissed()); // as a sign-in would
            }
            return whole;
        });
    }

    @Test
    void aRebuildDuringWhichRedisIsWipedDoesNotCount() {
        var token = mark.begin(ALL);
        redis.unlink(keys.rebuilding(0));

        assertThatIllegalStateException().isThrownBy(() -> mark.finish(token, ALL));
    }

    @Test
    void aMarkOfAnotherProcessDoesNotCount() {
        redis.opsForValue().set(keys.complete(1), "another process");

        assertThat(mark.missing()).containsExactly(1);
        assertThat(redis.hasKey(keys.complete(1))).isFalse();
    }

    @Test
    void aMarkThatHasMovedHoldsIfNoMasterWasReplacedSince() {
        var own = Objects.requireNonNull(redis.execute(REPLICATION_ID, List.of(KEY)));

        redis.opsForValue().set(KEY, "source " + own + " third");
        assertThat(check("source", own, "third", "new")).isEqualTo(1);
        assertThat(redis.opsForValue().get(KEY)).isEqualTo(own + " source third new");

        redis.opsForValue().set(KEY, "source " + own + " third");
        assertThat(check(own, "third")).isZero();
        assertThat(redis.hasKey(KEY)).isFalse();
    }

    @Test
    void aMarkHoldsOnNoMasterThatItDoesNotName() {
        redis.opsForValue().set(KEY, "source third");

        assertThat(check("source", "third")).isZero();
        assertThat(redis.hasKey(KEY)).isFalse();
    }

    private long check(String... replicationIds) {
        return Objects.requireNonNull(redis.execute(ReplicationIds.HOLDS, List.of(KEY), (Object[]) replicationIds));
    }
}
