package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.streakboard.embedded.SharedServers;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.signin.calendar.FixedSignInRules;
import io.streakboard.signin.calendar.MonthPartitions;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.script.Scripts;
import io.streakboard.signin.script.SignInProperties;
import io.streakboard.signin.script.SignInScript;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.JournalFields;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** In a separate schema: the logs of other tests must stay. */
@IntegrationTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // one schema for all
class TableUpkeepIntegrationTests {

    private static final List<String> TABLES = List.of("sign_in_log", "sign_in_month");
    private static final int UNDRAINED = 129; // the application has 128
    private static final Partitions PARTITIONS = new Partitions(UNDRAINED + 1);
    private static final YearMonth JANUARY = YearMonth.of(2026, 1);
    private static final YearMonth FEBRUARY = YearMonth.of(2026, 2);
    private static final YearMonth MARCH = YearMonth.of(2026, 3);

    private final StringRedisTemplate redis;
    private final JournalKeys keys = new JournalKeys(PARTITIONS, TestLearnerKeys.numbers());
    private final JdbcTemplate jdbc;
    private final MonthPartitions ofLog;
    private final MonthPartitions ofCalendar;
    private final TableUpkeep upkeep;

    TableUpkeepIntegrationTests(StringRedisTemplate redis, Journal journal, LearnerPauses pauses, BusinessTime time) {
        this.redis = redis;
        var schema = SharedServers.freshDatabases();
        var dataSource = new DriverManagerDataSource(
                "" + schema.get("spring.datasource.url"),
                "" + schema.get("spring.datasource.username"),
                "" + schema.get("spring.datasource.password"));
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        this.jdbc = new JdbcTemplate(dataSource);
        var months = new Months(JdbcClient.create(jdbc), jdbc);
        var signInLog = new SignInLog(
                JdbcClient.create(jdbc),
                jdbc,
                months,
                new CalendarBits(pauses, time),
                mock(DeletedLearners.class),
                mock(ApplicationEventPublisher.class));
        this.ofLog = signInLog.partitions();
        this.ofCalendar = months.partitions();
        var rules = Settings.of(SignInProperties.class);
        var signIns = new SignIns(
                mock(SignInScript.class), Scripts.answeredAtOnce(), journal, PARTITIONS, FixedSignInRules.of(), time);
        this.upkeep = new TableUpkeep(signInLog, months, signIns, rules, time);
    }

    @BeforeAll
    void keepTheTablesAsTheyWereMigrated() {
        TABLES.forEach(table -> jdbc.execute("CREATE TABLE migrated_%1$s LIKE %1$s".formatted(table)));
    }

    @BeforeEach
    void threeMonths() {
        for (var table : TABLES) {
            jdbc.execute("DROP TABLE " + table);
            jdbc.execute("CREATE TABLE %1$s LIKE migrated_%1$s".formatted(table));
        }
        ofLog.extend(JANUARY, MARCH);
        ofCalendar.extend(JANUARY, MARCH);
    }

    @AfterEach
    void removeJournal() {
        redis.unlink(keys.journal(UNDRAINED));
    }

    @Test
    void monthsAreAddedOnceHoweverOftenAndByHowManyAtOnce() throws Exception {
        var last = MARCH.plusMonths(2);
        Callable<Void> extend = () -> {
            ofLog.extend(JANUARY, last);
            return null;
        };

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var each :
                    threads.invokeAll(Stream.generate(() -> extend).limit(4).toList())) {
                each.get();
            }
        }

        assertThat(ofLog.months()).hasSize(5).startsWith(JANUARY).endsWith(last);
        assertThat(ofCalendar.months()).containsExactly(JANUARY, FEBRUARY, MARCH);
    }

    @Test
    void thePastAndTheFarFutureHaveTheirPlace() {
        record(1, "2000-01-01", "2026-01-31", "2026-02-01", "2026-03-31", "2030-01-01");

        assertThat(rowsIn("m2026_01")).isEqualTo(2);
        assertThat(rowsIn("m2026_02")).isEqualTo(1);
        assertThat(rowsIn("m2026_03")).isEqualTo(1);
        assertThat(rowsIn("ahead")).isEqualTo(1);

        ofLog.extend(JANUARY, YearMonth.of(2030, 2));

        assertThat(rowsIn("ahead")).isZero();
        assertThat(rowsIn("m2030_01")).isEqualTo(1);
    }

    @Test
    void whatHasOutlivedItsRetentionIsDroppedAndLaterRowsOfThePastStillHaveAPlace() {
        record(1, "2026-01-31", "2026-02-01");

        upkeep.dropBefore(FEBRUARY);
        upkeep.dropBefore(FEBRUARY);

        assertThat(ofLog.months()).containsExactly(FEBRUARY, MARCH);
        assertThat(rowsIn("m2026_02")).isEqualTo(1);
        record(2, "2026-01-30");
        assertThat(rowsIn("m2026_02")).isEqualTo(2);
    }

    @Test
    void aMonthThatIsNotInTheCalendarIsKept() {
        record(1, "2026-01-31", "2026-02-01");
        jdbc.update("UPDATE sign_in_month SET days = 1 WHERE month = '2026-01-01'");

        upkeep.dropBefore(MARCH);

        assertThat(ofLog.months()).containsExactly(JANUARY, FEBRUARY, MARCH);
        jdbc.update("UPDATE sign_in_month SET days = 1 << 30 WHERE month = '2026-01-01'");
        upkeep.dropBefore(MARCH);
        assertThat(ofLog.months()).containsExactly(MARCH);
    }

    @Test
    void aMonthThatTheJournalStillHasSignInsOfIsKept() {
        append("2026-01-31", "2026-01-31T09:00:00Z");

        upkeep.dropBefore(MARCH);

        assertThat(ofLog.months()).containsExactly(JANUARY, FEBRUARY, MARCH);
    }

    @Test
    void aSignInOfThePastMayBeBehindLaterOnesInTheJournal() {
        append("2026-03-01", "2026-03-01T09:00:00Z");
        append("2026-01-31", "2026-01-31T09:00:00Z");

        upkeep.dropBefore(MARCH);

        assertThat(ofLog.months()).containsExactly(JANUARY, FEBRUARY, MARCH);
    }

    private void append(String day, String at) {
        redis.opsForStream().add(keys.journal(UNDRAINED), JournalFields.of(6, day, at));
    }

    private void record(long learner, String... days) {
        for (var day : days) {
            var date = LocalDate.parse(day);
            jdbc.update("INSERT INTO sign_in_log VALUES (?, ?, 'REGULAR', 1, 10, ?)", learner, date, date);
            jdbc.update(
                    "INSERT INTO sign_in_month (user_id, month, days, make_ups) VALUES (?, ?, ?, 0)",
                    learner,
                    date.withDayOfMonth(1),
                    1 << date.getDayOfMonth() - 1);
        }
    }

    private int rowsIn(String partition) {
        return jdbc.query(
                        "SELECT COUNT(*) FROM sign_in_log PARTITION (%s)".formatted(partition),
                        (row, number) -> row.getInt(1))
                .getFirst();
    }
}
