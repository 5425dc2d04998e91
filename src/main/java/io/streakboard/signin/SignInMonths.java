package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code sign_in_month}, the durable calendar. */
@Component
class SignInMonths {

    private record Month(long user, LocalDate first) {}

    private record Bits(int days, int makeUps, int freezes) {

        Bits or(Bits other) {
            return new Bits(days | other.days, makeUps | other.makeUps, freezes | other.freezes);
        }
    }

    private static final Comparator<Month> BY_KEY =
            Comparator.comparingLong(Month::user).thenComparing(Month::first);

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    SignInMonths(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /** Adds sign-ins, in the order of the table's key, so that no two deadlock. */
    void add(List<SignIn> signIns) {
        var months = new TreeMap<Month, Bits>(BY_KEY);
        for (var signIn : signIns) {
            int day = bit(signIn.day());
            months.merge(
                    month(signIn, signIn.day()), new Bits(day, signIn.kind() == Kind.MAKE_UP ? day : 0, 0), Bits::or);
            for (int gap = 1; gap <= signIn.frozen(); gap++) {
                var missed = signIn.day().minusDays(gap);
                months.merge(month(signIn, missed), new Bits(0, 0, bit(missed)), Bits::or);
            }
        }
        merge(months);
    }

    private void merge(TreeMap<Month, Bits> months) {
        batches.batchUpdate(
                """
                INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes) VALUES (?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE
                    days = days | VALUES(days), make_ups = make_ups | VALUES(make_ups), freezes = freezes | VALUES(freezes)
                """,
                months.entrySet().stream()
                        .map(month -> new Object[] {
                            month.getKey().user(),
                            month.getKey().first(),
                            month.getValue().days(),
                            month.getValue().makeUps(),
                            month.getValue().freezes()
                        })
                        .toList());
    }

    private static Month month(SignIn signIn, LocalDate day) {
        return new Month(signIn.user(), day.withDayOfMonth(1));
    }

    private static int bit(LocalDate day) {
        return 1 << day.getDayOfMonth() - 1;
    }

    /** Adds bits that no sign-in carries: make-ups and freezes. Not the days themselves, which the log must know too. */
    void addMarks(Map<LearnerYear, YearBits> years) {
        var months = new TreeMap<Month, Bits>(BY_KEY);
        years.forEach((year, bits) -> {
            bits.makeUps().stream().forEach(day -> add(months, year, day, bit -> new Bits(0, bit, 0)));
            bits.freezes().stream().forEach(day -> add(months, year, day, bit -> new Bits(0, 0, bit)));
        });
        merge(months);
    }

    private static void add(TreeMap<Month, Bits> months, LearnerYear year, int dayOfYear, IntFunction<Bits> bits) {
        var day = LocalDate.ofYearDay(year.year(), dayOfYear + 1);
        months.merge(new Month(year.learner(), day.withDayOfMonth(1)), bits.apply(bit(day)), Bits::or);
    }

    /** The next learners after one who have a month since a day, in the order of their ids. */
    List<Long> learnersAfter(long learner, LocalDate since, int limit) {
        return jdbc.sql("""
                        SELECT DISTINCT user_id FROM sign_in_month
                         WHERE user_id > ? AND month >= ? ORDER BY user_id LIMIT ?
                        """)
                .params(learner, since.withDayOfMonth(1), limit)
                .query((row, number) -> row.getLong("user_id"))
                .list();
    }

    /** All years of some learners between two days, of which only the months count. */
    Map<LearnerYear, YearBits> of(Collection<Long> learners, LocalDate from, LocalDate to) {
        var years = new HashMap<LearnerYear, YearBits>();
        if (!learners.isEmpty()) {
            jdbc.sql("""
                            SELECT user_id, month, days, make_ups, freezes FROM sign_in_month
                             WHERE user_id IN (:learners) AND month BETWEEN :from AND :to
                            """)
                    .param("learners", learners)
                    .param("from", from.withDayOfMonth(1))
                    .param("to", to)
                    .query(row -> {
                        var month = row.getObject("month", LocalDate.class);
                        years.computeIfAbsent(
                                        new LearnerYear(row.getLong("user_id"), month.getYear()),
                                        year -> YearBits.none())
                                .add(month, (int) row.getLong("days"), (int) row.getLong("make_ups"), (int)
                                        row.getLong("freezes"));
                    });
        }
        return years;
    }
}
