package io.streakboard.feed.table;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.time.BusinessTime;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

class FeedTableTests {

    private final JdbcClient jdbc = mock(JdbcClient.class);
    private final FeedTable table =
            new FeedTable(jdbc, mock(JdbcTemplate.class), mock(FeedProperties.class), mock(BusinessTime.class));

    /** Otherwise the events of a learner with the key {@code null} would go. */
    @Test
    void theDeletionOfALearnerWithoutAKeyDeletesNoEvents() {
        table.on(new LearnerDeleted(7, null));

        verifyNoInteractions(jdbc);
    }
}
