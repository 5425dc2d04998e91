package io.streakboard.identity;

import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

class LearnerNamesTests {

    @Test
    void anErrorEndsNotTheWritingOfNames() {
        var jdbc = mock(JdbcTemplate.class);
        when(jdbc.batchUpdate(anyString(), anyList()))
                .thenThrow(new NoClassDefFoundError("io/streakboard/Gone"))
                .thenReturn(new int[] {1});
        var names = new LearnerNames(jdbc, mock(JdbcClient.class, RETURNS_DEEP_STUBS), mock(DeletedLearners.class));
        names.start();
        try {
            names.seen(1, "Ada");
            verify(jdbc, timeout(60_000)).batchUpdate(anyString(), anyList());
            names.seen(2, "Alan");
            verify(jdbc, timeout(60_000).times(2)).batchUpdate(anyString(), anyList());
        } finally {
            names.stop();
        }
    }
}
