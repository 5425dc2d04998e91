package io.streakboard.leaderboard.rankings;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.streakboard.identity.LearnerNames;
import io.streakboard.identity.LearnerProfile;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Entry.Direction;
import io.streakboard.leaderboard.board.LivePages.Shown;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.web.Outage;
import io.streakboard.web.RowCache;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Shows pages of all boards, with the names of learners, in one shape. */
@Component
class RankingViews {

    record SeasonView(long id, String name, State state) {}

    /**
     * @param period of the points board the name of the season
     * @param season of the points board; null of others
     */
    record EditionView(
            String period,
            @Nullable String partition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable SeasonView season) {}

    record RankedMember(
            long rank,
            String member,
            @Nullable String name,
            @Nullable String avatar,
            long score,
            Instant reachedAt,
            @Nullable @JsonRawValue String extra,
            @Nullable Direction trend,
            @Nullable Long delta) {}

    record MyRank(long rank, long score) {}

    record RankingView(
            String board,
            String title,
            EditionView edition,
            long total,
            List<RankedMember> items,
            @Nullable MyRank me,
            @Nullable String next,
            boolean degraded) {}

    private final LearnerNames names;
    private final RowCache<Entry, RankedMember> firstPages = new RowCache<>();

    RankingViews(LearnerNames names) {
        this.names = names;
    }

    RankingView of(NamedRanking found, Ranking.Page page) {
        return of(found, new Shown(page, null));
    }

    RankingView of(NamedRanking found, Shown shown) {
        var page = found.compared().apply(shown.page());
        return of(found, page, rows(found, page.entries()), shown.next());
    }

    /** A first page, whose rows all who read it at the same moment share. */
    RankingView ofFirst(NamedRanking found, Shown shown) {
        var page = found.compared().apply(shown.page());
        return of(found, page, firstPages.of(page.entries(), entries -> rows(found, entries)), shown.next());
    }

    private static RankingView of(
            NamedRanking found, Ranking.Page page, List<RankedMember> rows, @Nullable String next) {
        var mine = page.mine();
        return new RankingView(
                found.board().name(),
                found.board().title(),
                edition(found),
                page.total(),
                rows,
                mine == null ? null : new MyRank(mine.rank(), mine.score()),
                next,
                page.degraded() || Outage.ofMySql());
    }

    private static EditionView edition(NamedRanking found) {
        var period = found.period();
        return new EditionView(
                period.key(), found.partition(), period.startsAt(), period.endsAt(), season(found.season()));
    }

    private static @Nullable SeasonView season(@Nullable Season season) {
        return season == null ? null : new SeasonView(season.id(), season.name(), season.state());
    }

    private List<RankedMember> rows(NamedRanking found, List<Entry> entries) {
        var members = found.board().members();
        var named = members == Members.LEARNER ? names(entries) : Map.<Long, LearnerProfile>of();
        return entries.stream().map(entry -> row(entry, named, members)).toList();
    }

    private Map<Long, LearnerProfile> names(List<Entry> entries) {
        return names.profiles(
                entries.stream().map(entry -> Long.parseLong(entry.member())).collect(toSet()));
    }

    private static RankedMember row(Entry entry, Map<Long, LearnerProfile> names, Members members) {
        var profile = members == Members.LEARNER ? names.get(Long.parseLong(entry.member())) : null;
        return new RankedMember(
                entry.rank(),
                entry.member(),
                profile == null ? null : profile.name(),
                profile == null ? null : profile.avatar(),
                entry.score(),
                entry.reachedAt(),
                entry.extra(),
                entry.direction(),
                entry.delta());
    }
}
