package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.season.Seasons;
import io.streakboard.signin.calendar.ArchivedYears;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.journal.JournalEntry;
import io.streakboard.support.JournalFields;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Entries that Redis has lost after they were read: only the consumer has their bits, if a rebuild has missed them. */
class SignInRecorderIntegrationTests extends ArchivedYears {

    @Autowired
    private SignInLog signInLog;

    @Autowired
    private CalendarBits bits;

    @Autowired
    private DeletedLearners deleted;

    @Autowired
    private Seasons seasons;

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

    @Test
    void aDayIsPaidOnceThoughItIsMadeUpForInTheNextSeasonAgain() {
        seasons.at(Instant.parse("2026-10-31T12:00:00Z")); // opens it
        var recorder = new SignInRecorder(
                signInLog,
                new CalendarParts(redis, months, partitions, time).bitmaps,
                bits,
                deleted,
                TestLearnerKeys.numbers());
        recorder.record(List.of(entry("2026-10-31", "REGULAR", "2026-10-31T12:00:00Z")));
        await().until(() -> paid("2026-10") == 1);

        recorder.record(List.of(entry("2026-10-31", "MAKE_UP", "2026-11-05T12:00:00Z")));
        await().until(() -> undelivered() == 0);

        assertThat(paid("2026-10")).isEqualTo(1);
        assertThat(paid("2026-11")).isZero();
    }

    private long paid(String season) {
        return jdbc.sql("SELECT COUNT(*) FROM points_record_%d WHERE user_id = ?"
                        .formatted(seasons.find(season).id()))
                .param(learner)
                .query(Long.class)
                .single();
    }

    private long undelivered() {
        return jdbc.sql("SELECT COUNT(*) FROM event_publication WHERE serialized_event LIKE ?")
                .param("%" + learner + "%")
                .query(Long.class)
                .single();
    }

    private void recordAndMiss(CalendarParts calendar) {
        var recorder = new SignInRecorder(signInLog, calendar.bitmaps, bits, deleted, TestLearnerKeys.numbers());
        var entries = List.of(entry("2026-11-16", "MAKE_UP", "2026-11-18T04:00:00Z"));
        recorder.record(entries);
        recorder.missing(entries);
    }

    private JournalEntry entry(String day, String kind, String at) {
        return new JournalEntry(partitions.of(learner), "1-0", JournalFields.of(learner, day, kind, Instant.parse(at)));
    }
}
