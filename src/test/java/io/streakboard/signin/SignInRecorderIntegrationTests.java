package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.signin.calendar.ArchivedYears;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.journal.JournalEntry;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Entries that Redis has lost after they were read. Nobody else has their bits, if a rebuild has missed them. */
class SignInRecorderIntegrationTests extends ArchivedYears {

    @Autowired
    private SignInLog signInLog;

    @Autowired
    private DeletedLearners deleted;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void setsTheirBitsAlsoRightAfterAnOutageOfMySql() {
        var failing = spy(months);
        doThrow(new DataAccessResourceFailureException("away"))
                .doCallRealMethod()
                .when(failing)
                .read(any(), any(), any());
        var calendar = new CalendarParts(redis, failing, partitions, time);
        calendar.restoration.restore(List.of(learner));

        recordAndMiss(calendar);

        assertThat(calendar.calendars.of(learner).madeUp()).containsExactly(LocalDate.of(2026, 11, 16));
    }

    @Test
    void setsNoBitsOfDeletedLearners() {
        jdbc.sql("INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, UTC_TIMESTAMP(3))")
                .param(learner)
                .update();
        await().until(() -> deleted.contains(learner));
        var calendar = new CalendarParts(redis, months, partitions, time);

        recordAndMiss(calendar);

        assertThat(calendar.calendars.of(learner).days()).isEmpty();
    }

    private void recordAndMiss(CalendarParts calendar) {
        var recorder = new SignInRecorder(signInLog, calendar.bitmaps, deleted);
        var entries = List.of(new JournalEntry(
                partitions.of(learner),
                "1-0",
                Map.of(
                        "user", Long.toString(learner),
                        "day", "2026-11-16",
                        "kind", "MAKE_UP",
                        "streak", "1",
                        "points", "10",
                        "at", "1794960000000")));
        recorder.record(entries);
        recorder.missing(entries);
    }
}
