package io.streakboard.leagues;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.rankings.GroupRankings;
import io.streakboard.leaderboard.rankings.RankedMember;
import io.streakboard.leagues.PromotionZones.Move;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Cursor;
import io.streakboard.web.CursorPage;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner's league. */
@RestController
@ForLearners
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeaguesController {

    record MyPlace(long rank, long score) {}

    /**
     * @param week its first day
     * @param tiers all tiers, the lowest first
     * @param zones provisional zones; null without points in this week
     * @param items the learner's cohort; empty without points in this week
     */
    record CurrentLeague(
            LocalDate week,
            Instant startsAt,
            Instant endsAt,
            String tier,
            List<String> tiers,
            @Nullable PromotionZones zones,
            List<RankedMember> items,
            @Nullable MyPlace me) {}

    /**
     * @param week its first day
     * @param active how many of the cohort had points
     * @param nextTier the tier after this week
     */
    record LeagueResult(
            LocalDate week,
            String tier,
            @Nullable Integer place,
            @Nullable Integer active,
            long points,
            @Nullable String nextTier,
            Move moved) {}

    record LeagueHistory(List<LeagueResult> items, @Nullable String next) {}

    private final Leagues leagues;
    private final WeekTable weeks;
    private final MemberTable members;
    private final GroupRankings rankings;
    private final BusinessTime time;

    LeaguesController(
            Leagues leagues, WeekTable weeks, MemberTable members, GroupRankings rankings, BusinessTime time) {
        this.leagues = leagues;
        this.weeks = weeks;
        this.members = members;
        this.rankings = rankings;
        this.time = time;
    }

    /** The cohort of this week. A learner enters one with the first points of the week. */
    @GetMapping({"/api/leagues/current", "/api/learners/{learner}/leagues/current"})
    CurrentLeague current(CurrentLearner learner) {
        var week = weeks.current();
        var cohort = members.cohort(week, learner.id());
        if (cohort.isEmpty()) {
            var last = members.last(week, Set.of(learner.id())).get(learner.id());
            return view(week, leagues.tier(last == null ? "" : last.tierAfter()), null, List.of(), null);
        }
        var places = IntStream.range(0, cohort.size())
                .mapToObj(index -> place(index + 1, cohort.get(index)))
                .toList();
        int active = (int) cohort.stream().filter(each -> each.points() > 0).count();
        var own = cohort.stream()
                .filter(member -> member.learner() == learner.id())
                .findFirst()
                .orElseThrow();
        return view(
                week,
                own.tier(),
                leagues.zones(own.tier(), active),
                rankings.rows(learner.id(), "league " + own.cohort(), places),
                new MyPlace(cohort.indexOf(own) + 1, own.points()));
    }

    private static Standing place(int rank, CohortMember member) {
        return new Standing(rank, member.learner(), member.points(), member.reachedAt());
    }

    private CurrentLeague view(
            Week week, String tier, @Nullable PromotionZones zones, List<RankedMember> items, @Nullable MyPlace me) {
        return new CurrentLeague(
                week.first(),
                time.startOf(week.first()),
                time.startOf(week.next()),
                tier,
                leagues.names(),
                zones,
                items,
                me);
    }

    /** The learner's weeks that have ended, newest first. */
    @GetMapping({"/api/leagues/history", "/api/learners/{learner}/leagues/history"})
    LeagueHistory history(
            CurrentLearner learner,
            @Nullable @RequestParam(required = false) String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        var before = cursor == null || cursor.isEmpty()
                ? time.today().plusDays(1)
                : Cursor.read(cursor, 1, fields -> week(fields.getFirst()));
        var page = CursorPage.of(members.ended(learner.id(), before, limit + 1), limit, last -> Cursor.of(last.week()));
        return new LeagueHistory(
                page.map(member -> new LeagueResult(
                        member.week(),
                        member.tier(),
                        member.place(),
                        member.active(),
                        member.points(),
                        member.nextTier(),
                        leagues.moved(member))),
                page.next());
    }

    /** @throws DateTimeException if no week has begun on it */
    private LocalDate week(String text) {
        var day = LocalDate.parse(text);
        if (day.getYear() < 1 || day.isAfter(time.today())) {
            throw new DateTimeException("No week has begun on " + text);
        }
        return day;
    }
}
