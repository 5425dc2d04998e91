package io.streakboard.leaderboard.live.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.support.TestRedis;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;

class MessagePackTests {

    @RegisterExtension
    private static final TestRedis SERVER = TestRedis.shared();

    @Test
    void listsHaveNumbersTextsAndLists() {
        assertThat(list("93 01 a3 72 35 37 92 90 cd 01 00")).isEqualTo(List.of(1L, "r57", List.of(List.of(), 256L)));
    }

    @Test
    void textsAreInUtf8() {
        assertThat(list("91 a3 e2 82 ac")).isEqualTo(List.of("€"));
    }

    @Test
    void nothingElseIsExpected() {
        assertThatIllegalArgumentException()
                .as("null")
                .isThrownBy(() -> list("91 c0"))
                .withMessage("A script packed a c0");
        assertThatIllegalArgumentException().as("a map").isThrownBy(() -> list("81 01 02"));
        assertThatIllegalArgumentException().as("a fraction").isThrownBy(() -> list("91 cb 3f e0 00 00 00 00 00 00"));
    }

    @Test
    void aPackedListIsReadBackWhateverItsSize() {
        var script = RedisScript.of("""
                local numbers, sizes = {}, {}
                for power = 0, 52 do
                  for near = -1, 1 do
                    numbers[#numbers + 1] = 2 ^ power + near
                    numbers[#numbers + 1] = -(2 ^ power) + near
                  end
                end
                for i, size in ipairs({0, 15, 16, 31, 32, 255, 256, 65535, 65536}) do
                  local list = {}
                  for each = 1, size do list[each] = each end
                  sizes[i] = {string.rep('x', size), list}
                end
                return cmsgpack.pack({numbers, sizes})
                """, byte[].class);

        var packed =
                SERVER.template().execute(script, RedisSerializer.string(), RedisSerializer.byteArray(), List.of());

        var numbers = new ArrayList<Long>();
        for (int power = 0; power <= 52; power++) {
            for (int near = -1; near <= 1; near++) {
                numbers.add((1L << power) + near);
                numbers.add(-(1L << power) + near);
            }
        }
        var sizes = IntStream.of(0, 15, 16, 31, 32, 255, 256, 65535, 65536)
                .mapToObj(size -> List.of(
                        "x".repeat(size),
                        LongStream.rangeClosed(1, size).boxed().toList()))
                .toList();
        assertThat(MessagePack.list(packed)).isEqualTo(List.of(numbers, sizes));
    }

    private static List<?> list(String bytes) {
        return MessagePack.list(HexFormat.ofDelimiter(" ").parseHex(bytes));
    }
}
