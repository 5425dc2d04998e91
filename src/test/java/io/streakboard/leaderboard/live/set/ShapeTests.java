package io.streakboard.leaderboard.live.set;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTests {

    @Test
    void listsComeBackWhereTheyWere() {
        var flat = List.of("((.(...)()).)", 1L, "r57", "12", "r58", 20L);

        assertThat(Shape.nested(flat)).isEqualTo(List.of(List.of(1L, List.of("r57", "12", "r58"), List.of()), 20L));
    }

    @Test
    void leavesMayLookLikeAShape() {
        assertThat(Shape.nested(List.of("(.(.))", "(.", "))"))).isEqualTo(List.of("(.", List.of("))")));
    }

    @Test
    void nothingWasAnswered() {
        assertThat(Shape.nested(List.of("()"))).isEmpty();
    }
}
