package io.streakboard.groups;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.streakboard.groups.LearnerGroup.Role;
import io.streakboard.groups.LearnerGroup.ViewedGroup;
import io.streakboard.leaderboard.rankings.GroupRankings;
import io.streakboard.points.EarnedPoints;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WeekComparisonTests {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<Long> MEMBERS = List.of(1L, 2L, 3L, 4L, 5L);

    private final GroupTable table = mock(GroupTable.class);
    private final GroupRankings rankings = mock(GroupRankings.class);
    private final EarnedPoints points = mock(EarnedPoints.class);
    private final WeekComparison weeks = new WeekComparison(
            table,
            rankings,
            points,
            new GroupProperties(true),
            new BusinessTime(Clock.fixed(NOW, ZoneOffset.UTC), ZoneOffset.UTC));

    @Test
    void theMedianIsTheMiddleOrBetweenTwo() {
        assertThat(WeekComparison.median(List.of(9L, 0L, 4L, 100L, 3L))).isEqualTo(4);
        assertThat(WeekComparison.median(List.of(9L, 0L, 4L, 100L, 3L, 0L))).isEqualTo(3);
        assertThat(WeekComparison.median(List.of(-3L, -2L))).isEqualTo(-3);
    }

    @Test
    void aSecondCallReadsNoMembersOfGroupsUntilOneHides() {
        var group = new LearnerGroup(7, "Class 7b", "7b", null, NOW);
        when(table.seenBy(anyLong(), anyLong(), anyInt())).thenReturn(List.of(new ViewedGroup(group, Role.MEMBER, 5)));
        when(table.learners(List.of(7L))).thenReturn(Map.of(7L, MEMBERS));
        when(points.sums(any(), any(), anyCollection()))
                .thenAnswer(
                        call -> call.<Collection<Long>>getArgument(2).stream().collect(toMap(id -> id, id -> id)));
        shown(MEMBERS);

        assertThat(median(1)).isEqualTo(3);
        assertThat(median(2)).isEqualTo(3);
        verify(table).learners(List.of(7L));

        shown(List.of(2L, 3L, 4L, 5L));
        assertThat(median(2)).isNull();
    }

    private void shown(List<Long> visible) {
        when(rankings.shown(anyCollection())).thenAnswer(call -> {
            var shown = call.<Collection<Long>>getArgument(0).stream()
                    .filter(visible::contains)
                    .collect(toSet());
            return shown.size() < 5 ? Set.of() : shown;
        });
    }

    private @Nullable Long median(long learner) {
        return weeks.of(learner).groups().getFirst().median();
    }
}
