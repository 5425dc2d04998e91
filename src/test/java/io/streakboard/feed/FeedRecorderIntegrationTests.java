package io.streakboard.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.streakboard.feed.table.CloudEvent;
import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.table.FeedType;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.SignInTerms;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import tools.jackson.databind.json.JsonMapper;

@IntegrationTest
class FeedRecorderIntegrationTests {

    private static final Instant BEFORE = Instant.parse("2026-11-18T00:00:00Z");
    private static final Instant AFTER = Instant.parse("2026-11-19T00:00:00Z");

    private final FeedTable feed = mock(FeedTable.class);
    private final SignInTerms terms = mock(SignInTerms.class);
    private final FeedRecorder recorder;

    FeedRecorderIntegrationTests(LearnerKeys keys, BusinessTime time, JsonMapper json) {
        this.recorder = new FeedRecorder(feed, mock(DeletedLearners.class), keys, time, terms, json);
    }

    private static SignIn signIn(Instant at) {
        return new SignIn(Learners.next(), LocalDate.EPOCH, SignIn.Kind.REGULAR, 30, 10, at, 0);
    }

    @Test
    @SuppressWarnings("unchecked")
    void theRulesOfTheSignInDecideWhetherItsStreakIsAMilestone() {
        when(terms.isMilestone(30, AFTER)).thenReturn(true);

        recorder.on(new SignInsRecorded(List.of(signIn(BEFORE), signIn(AFTER))));

        var events = ArgumentCaptor.forClass(List.class);
        verify(feed).add(events.capture());
        assertThat((List<CloudEvent>) events.getValue())
                .extracting(CloudEvent::type)
                .containsExactly(
                        FeedType.SIGN_IN_RECORDED.text(),
                        FeedType.SIGN_IN_RECORDED.text(),
                        FeedType.STREAK_MILESTONE.text());
    }
}
