package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTests {

    /** What G1, ZGC and Shenandoah say of themselves. */
    @ParameterizedTest
    @CsvSource({
        "end of minor GC, true",
        "end of major GC, true",
        "end of GC cycle, true",
        "end of concurrent GC pause, false",
        "end of GC pause, false",
    })
    void aPauseOfACollectorThatIsNotDoneTellsNothing(String action, boolean freesMemory) {
        assertThat(Heap.freesMemory(action)).isEqualTo(freesMemory);
    }
}
