package io.streakboard.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.redis.Pipeline.Call;
import io.streakboard.redis.Pipeline.Read;
import io.streakboard.support.IntegrationTest;
import io.streakboard.web.Outage;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

@IntegrationTest
class PipelineIntegrationTests {

    private final StringRedisTemplate redis;
    private final Pipeline pipeline;

    PipelineIntegrationTests(StringRedisTemplate redis, Pipeline pipeline) {
        this.redis = redis;
        this.pipeline = pipeline;
    }

    @Test
    void callsAScriptThatNoNodeKnowsYet() {
        var answers = pipeline.call(
                script("return tonumber(ARGV[1])", Long.class),
                IntStream.range(0, 1000)
                        .mapToObj(each -> call(each, Integer.toString(each)))
                        .toList());

        assertThat(answers)
                .containsExactlyElementsOf(
                        IntStream.range(0, 1000).mapToObj(Long::valueOf).toList());
    }

    @Test
    void returnsListsOfNumbersAndBytes() {
        var answers = pipeline.call(script("return {7, ARGV[1]}", List.class), List.of(call(1, "text")));

        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst().getFirst()).isEqualTo(7L);
        assertThat((byte[]) answers.getFirst().getLast()).asString().isEqualTo("text");
    }

    @Test
    void readsStringsAndFieldsAndReportsMissingOnes() {
        redis.opsForValue().set("{pipeline:1}:text", "abcdef");
        redis.opsForHash().put("{pipeline:2}:hash", "field", "value");

        var found = pipeline.read(List.of(
                Read.string("{pipeline:1}:text"),
                Read.range("{pipeline:1}:text", 1, 2),
                Read.field("{pipeline:2}:hash", "field"),
                Read.string("{pipeline:3}:missing"),
                Read.range("{pipeline:3}:missing", 0, 3)));

        assertThat(found.stream().map(each -> each == null ? null : new String(each)))
                .containsExactly("abcdef", "bc", "value", null, "");
    }

    @Test
    void aFailureTellsItsCauseAndIsNoDefectOfTheRequest() {
        var failing =
                script("if ARGV[1] == '3' then return redis.error_reply('BROKEN at three') end return 1", Long.class);

        assertThatThrownBy(() -> pipeline.call(
                        failing,
                        IntStream.range(0, 10)
                                .mapToObj(each -> call(each, Integer.toString(each)))
                                .toList()))
                .hasRootCauseMessage("BROKEN at three")
                .satisfies(failure -> assertThat(Outage.is(failure)).isTrue());
    }

    private static Call call(int partition, String argument) {
        return new Call(List.of("{pipeline:" + partition % 10 + "}:key"), List.of(argument));
    }

    private static <T> RedisScript<T> script(String text, Class<T> result) {
        return RedisScript.of("-- " + UUID.randomUUID() + "\n" + text, result);
    }
}
