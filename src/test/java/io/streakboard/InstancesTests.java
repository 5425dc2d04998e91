package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.Instances.Demand;
import org.junit.jupiter.api.Test;

class InstancesTests {

    @Test
    void fourInstancesFitTheDefaultOfMySqlAndAFifthIsToldWhatToDo() {
        assertThat(Instances.warning(new Demand(4, 4 * 32), 151)).isNull();
        assertThat(Instances.warning(new Demand(5, 5 * 32), 151))
                .contains("5 instances", "160", "151", "maximum-pool-size", "max_connections to 165");
    }

    @Test
    void sixSmallerPoolsFit() {
        assertThat(Instances.warning(new Demand(6, 6 * 24), 151)).isNull();
    }
}
