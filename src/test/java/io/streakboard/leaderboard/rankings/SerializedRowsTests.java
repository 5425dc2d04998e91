package io.streakboard.leaderboard.rankings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SerializedRowsTests {

    private static final AtomicInteger READ = new AtomicInteger();

    private record Row(String name, @Nullable Instant at) {

        @Override
        public String name() {
            READ.incrementAndGet();
            return name;
        }
    }

    private record Answer(int me, List<Row> items, boolean last) {}

    private final JsonMapper mapper = JsonMapper.builder().build();

    @Test
    void rowsAreWrittenOnceAndAsOthersAre() {
        var rows = List.of(new Row("Zoë \"Z\" 🦊", Instant.parse("2026-11-22T12:00:00Z")), new Row("</b>\n", null));
        var shared = new SerializedRows<>(rows);
        var plain = mapper.writeValueAsString(new Answer(1, rows, true));
        READ.set(0);

        assertThat(mapper.writeValueAsBytes(new Answer(1, shared, true))).isEqualTo(plain.getBytes(UTF_8));
        assertThat(mapper.writeValueAsString(new Answer(2, shared, true)))
                .isEqualTo(plain.replace("\"me\":1", "\"me\":2"));
        assertThat(READ).hasValue(2);
    }

    @Test
    void noRowsAreAnEmptyList() {
        assertThat(mapper.writeValueAsString(new Answer(1, new SerializedRows<>(List.of()), true)))
                .isEqualTo(mapper.writeValueAsString(new Answer(1, List.of(), true)));
    }
}
