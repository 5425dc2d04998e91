package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.identity.LearnerNames;
import io.streakboard.identity.LearnerProfile;
import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.identity.privacy.LearnerPrivacy;
import io.streakboard.identity.privacy.Visibility;
import io.streakboard.leaderboard.board.Entry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankingViewsTests {

    private static final Instant NOON = Instant.parse("2026-11-18T04:00:00Z");

    /** As while MySQL is away: this instance does not know who the id is. */
    @Test
    void aLearnerWhoseKeyIsNotKnownHasAPseudonymAndNoName() {
        var keys = TestLearnerKeys.texts();
        long ada = keys.named("learner", "ada@example.org");
        LearnerPrivacy privacy = mock();
        when(privacy.visibility(any())).thenReturn(Visibility.SHOWN);
        Pseudonyms pseudonyms = mock();
        when(pseudonyms.of(any(), any())).thenReturn("~x");
        LearnerNames names = mock();
        when(names.profiles(any()))
                .thenReturn(
                        Map.of(ada, new LearnerProfile("Ada", null, true), 42L, new LearnerProfile("Ben", null, true)));
        var views = new RankingViews(names, new VisibilityFilter(privacy, mock(), pseudonyms), keys);

        var rows = views.rows(null, "league 1", List.of(entry(1, ada), entry(2, 42)), member -> false);

        assertThat(rows).extracting(RankedMember::member).containsExactly("ada@example.org", "~x");
        assertThat(rows).extracting(RankedMember::name).containsExactly("Ada", null);
        assertThat(rows).extracting(RankedMember::score).containsExactly(10L, 10L);
    }

    private static Entry entry(long rank, long learner) {
        return new Entry(rank, Long.toString(learner), 10, NOON, null, null);
    }
}
