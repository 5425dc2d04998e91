package io.streakboard.leagues;

import static java.util.stream.Collectors.toMap;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.leaderboard.board.Tiebreakers;
import io.streakboard.points.EarnedPoints.Earned;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code league_member}. Takes part in exports and deletions even while leagues are off. */
@Component
class MemberTable implements PersonalData {

    static final String NAME = "league_member";

    /** The sums of a week: learners with points, their points, and cohorts with missing or repeated places. */
    record WeekSums(long members, long points, long wrongCohorts) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final Tiebreakers tiebreakers;

    MemberTable(JdbcClient jdbc, JdbcTemplate batches, Tiebreakers tiebreakers) {
        this.tiebreakers = tiebreakers;
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /** By learner. Locks the rows until the transaction ends. */
    Map<Long, CohortMember> locked(Week week, Collection<Long> learners) {
        return jdbc
                .sql("SELECT * FROM league_member WHERE first_day = :week AND user_id IN (:learners) FOR UPDATE")
                .param("week", week.first())
                .param("learners", learners)
                .query(MemberTable::member)
                .list()
                .stream()
                .collect(toMap(CohortMember::learner, Function.identity()));
    }

    /** The last membership of learners before a week. Learners without any are left out. */
    Map<Long, CohortMember> last(Week before, Collection<Long> learners) {
        return jdbc
                .sql("""
                        SELECT m.* FROM league_member m
                          JOIN (SELECT user_id, MAX(first_day) AS first_day FROM league_member
                                 WHERE user_id IN (:learners) AND first_day < :week GROUP BY user_id) l
                            ON l.user_id = m.user_id AND l.first_day = m.first_day
                        """)
                .param("week", before.first())
                .param("learners", learners)
                .query(MemberTable::member)
                .list()
                .stream()
                .collect(toMap(CohortMember::learner, Function.identity()));
    }

    /** The members of a learner's cohort in the order of their places; empty if the learner is in none. */
    List<CohortMember> cohort(Week week, long learner) {
        return jdbc.sql("""
                        SELECT * FROM league_member WHERE cohort_id =
                               (SELECT cohort_id FROM league_member WHERE user_id = ? AND first_day = ?)
                        """).params(learner, week.first()).query(MemberTable::member).list().stream()
                .sorted(CohortMember.inOrder(tiebreakers))
                .toList();
    }

    /** The members of some cohorts, each cohort in the order of its places. */
    List<CohortMember> inOrder(Collection<Long> cohorts) {
        return jdbc
                .sql("SELECT * FROM league_member WHERE cohort_id IN (:cohorts)")
                .param("cohorts", cohorts)
                .query(MemberTable::member)
                .list()
                .stream()
                .sorted(CohortMember.inOrder(tiebreakers))
                .toList();
    }

    /** A learner's weeks that have ended, newest first. */
    List<CohortMember> ended(long learner, LocalDate before, int limit) {
        return jdbc.sql("""
                        SELECT m.* FROM league_member m JOIN league_week w ON w.first_day = m.first_day
                         WHERE m.user_id = ? AND m.first_day < ? AND w.ended_at IS NOT NULL
                         ORDER BY m.first_day DESC LIMIT ?
                        """)
                .params(learner, before, limit)
                .query(MemberTable::member)
                .list();
    }

    /** Histories of learners in ended weeks, by learner and tier. */
    Map<Long, List<TierFigures>> figures(Collection<Long> learners) {
        var figures = new HashMap<Long, List<TierFigures>>();
        jdbc.sql("""
                        SELECT m.user_id, m.tier, COUNT(*) AS weeks, SUM(m.place = 1 AND m.active >= 3) AS won
                          FROM league_member m JOIN league_week w ON w.first_day = m.first_day
                         WHERE m.user_id IN (:learners) AND m.points > 0 AND w.ended_at IS NOT NULL
                         GROUP BY m.user_id, m.tier
                        """).param("learners", learners).query(row -> {
            figures.computeIfAbsent(row.getLong("user_id"), learner -> new ArrayList<>())
                    .add(new TierFigures(row.getString("tier"), row.getLong("weeks"), row.getLong("won")));
        });
        return figures;
    }

    Optional<LocalDate> lastEnded() {
        return jdbc.sql("SELECT first_day FROM league_week WHERE ended_at IS NOT NULL ORDER BY first_day DESC LIMIT 1")
                .query((row, number) -> row.getObject(1, LocalDate.class))
                .optional();
    }

    /** @param firstSeat of the cohort, for the first of the learners */
    void add(Week week, long cohort, int firstSeat, String tier, List<Earned> earned) {
        batches.batchUpdate(
                """
                INSERT INTO league_member (user_id, first_day, cohort_id, seat, tier, points, reached_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                earned.stream()
                        .map(each -> new Object[] {
                            each.learner(),
                            week.first(),
                            cohort,
                            firstSeat + earned.indexOf(each),
                            tier,
                            each.points(),
                            Utc.column(each.reachedAt())
                        })
                        .toList());
    }

    void update(Week week, List<Earned> earned) {
        batches.batchUpdate(
                "UPDATE league_member SET points = ?, reached_at = ? WHERE user_id = ? AND first_day = ?",
                earned.stream()
                        .map(each ->
                                new Object[] {each.points(), Utc.column(each.reachedAt()), each.learner(), week.first()
                                })
                        .toList());
    }

    /** Moves all members of a cohort to another, numbered from {@code firstSeat}. */
    void move(long from, long into, int firstSeat) {
        jdbc.sql("UPDATE league_member SET cohort_id = ?, seat = seat + ? WHERE cohort_id = ?")
                .params(into, firstSeat, from)
                .update();
    }

    void place(List<CohortMember> placed) {
        batches.batchUpdate(
                "UPDATE league_member SET place = ?, active = ?, next_tier = ? WHERE user_id = ? AND first_day = ?",
                placed.stream()
                        .map(member -> new Object[] {
                            member.place(), member.active(), member.nextTier(), member.learner(), member.week()
                        })
                        .toList());
    }

    void remove(Collection<Long> cohorts) {
        jdbc.sql("DELETE FROM league_member WHERE cohort_id IN (:cohorts)")
                .param("cohorts", cohorts)
                .update();
    }

    /** Computed from the rows, cohort by cohort. */
    WeekSums sums(Week week) {
        return jdbc.sql("""
                        SELECT COALESCE(SUM(active), 0) AS members, COALESCE(SUM(points), 0) AS points,
                               COALESCE(SUM(last_place <> all_places OR places <> all_places), 0) AS wrong_cohorts
                          FROM (SELECT SUM(m.points > 0) AS active, SUM(m.points) AS points, COUNT(*) AS all_places,
                                       COALESCE(MAX(m.place), 0) AS last_place, COUNT(DISTINCT m.place) AS places
                                  FROM league_cohort c JOIN league_member m ON m.cohort_id = c.id
                                 WHERE c.first_day = ? GROUP BY c.id) s
                        """)
                .param(week.first())
                .query((row, number) ->
                        new WeekSums(row.getLong("members"), row.getLong("points"), row.getLong("wrong_cohorts")))
                .single();
    }

    @Override
    public String section() {
        return "leagues";
    }

    @Override
    public List<CohortMember> of(long learner) {
        return jdbc.sql("SELECT * FROM league_member WHERE user_id = ? ORDER BY first_day")
                .param(learner)
                .query(MemberTable::member)
                .list();
    }

    /** Within the transaction of the deletion; a member added concurrently is removed when the week ends. */
    @EventListener
    void on(LearnerDeleted deleted) {
        delete(deleted.learner());
    }

    void delete(long learner) {
        jdbc.sql("DELETE FROM league_member WHERE user_id = ?").param(learner).update();
    }

    private static CohortMember member(ResultSet row, int number) throws SQLException {
        return new CohortMember(
                row.getLong("user_id"),
                row.getObject("first_day", LocalDate.class),
                row.getLong("cohort_id"),
                row.getString("tier"),
                row.getLong("points"),
                Utc.instant(row, "reached_at"),
                row.getObject("place", Integer.class),
                row.getObject("active", Integer.class),
                row.getString("next_tier"));
    }
}
