package io.streakboard.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RosterTests {

    @Test
    void hasNewAndRemovedMembers() {
        var roster = Roster.between(List.of(1L, 2L, 3L), Set.of(9L, 3L, 4L));

        assertThat(roster.came()).containsExactly(4L, 9L);
        assertThat(roster.went()).containsExactly(1L, 2L);
    }

    @Test
    void theSameAgainChangesNothing() {
        var roster = Roster.between(List.of(2L, 1L), Set.of(1L, 2L));

        assertThat(roster.came()).isEmpty();
        assertThat(roster.went()).isEmpty();
    }
}
