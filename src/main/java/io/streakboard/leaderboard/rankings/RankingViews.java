package io.streakboard.leaderboard.rankings;

import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.identity.LearnerNames;
import io.streakboard.identity.LearnerProfile;
import io.streakboard.identity.privacy.Visibility;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.set.SnapshotPages.Shown;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.web.CallerLanguage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Shows pages of all boards, with the names of learners, in one shape. */
@Component
class RankingViews {

    record SeasonView(long id, String name, State state) {}

    /**
     * @param period the key of the period; on the points board the name of the season
     * @param season only on the points board; else null
     */
    record EditionView(
            String period,
            @Nullable String partition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable SeasonView season) {}

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
    private final VisibilityFilter filter;
    private final LearnerKeys keys;
    private final RowCache<Entry, RankedMember> firstPages = new RowCache<>();

    RankingViews(LearnerNames names, VisibilityFilter filter, LearnerKeys keys) {
        this.keys = keys;
        this.names = names;
        this.filter = filter;
    }

    /** @param own members visible to the caller regardless of their privacy choice */
    RankingView of(NamedRanking found, Ranking.Page page, Predicate<String> own) {
        return of(found, new Shown(page, null), own);
    }

    RankingView of(NamedRanking found, Shown shown, Predicate<String> own) {
        var page = found.compared().apply(shown.page());
        return of(found, page, rows(found, page.entries(), own), shown.next());
    }

    /** A first page. Concurrent readers share its rows, unless the reader's own entry is hidden from others. */
    RankingView ofFirst(NamedRanking found, Shown shown, Predicate<String> own) {
        var page = found.compared().apply(shown.page());
        var mine = page.mine();
        var rows = mine != null && filter.hides(found, mine.member(), VisibilityFilter.NONE)
                ? rows(found, page.entries(), own)
                : firstPages.of(page.entries(), entries -> rows(found, entries, VisibilityFilter.NONE));
        return of(found, page, rows, shown.next());
    }

    /** A page for all watchers who read the title in a language. */
    RankingView ofStream(NamedRanking found, Ranking.Page page, String language) {
        var compared = found.compared().apply(page);
        var rows = rows(found, compared.entries(), VisibilityFilter.NONE);
        return of(found, found.board().title().in(language), compared, rows, null);
    }

    /** Without comparison to former ranks. */
    RankingView notCompared(NamedRanking found, Ranking.Page page, Predicate<String> own) {
        return of(found, page, rows(found, page.entries(), own), null);
    }

    private static RankingView of(
            NamedRanking found, Ranking.Page page, List<RankedMember> rows, @Nullable String next) {
        return of(found, CallerLanguage.of(found.board().title()), page, rows, next);
    }

    private static RankingView of(
            NamedRanking found, String title, Ranking.Page page, List<RankedMember> rows, @Nullable String next) {
        var mine = page.mine();
        return new RankingView(
                found.board().name(),
                title,
                edition(found),
                page.total(),
                rows,
                mine == null ? null : new MyRank(mine.rank(), mine.score()),
                next,
                found.degraded(page.degraded()));
    }

    private static EditionView edition(NamedRanking found) {
        var period = found.period();
        return new EditionView(
                period.key(), found.partition(), period.startsAt(), period.endsAt(), season(found.season()));
    }

    private static @Nullable SeasonView season(@Nullable Season season) {
        return season == null ? null : new SeasonView(season.id(), season.name(), season.state());
    }

    private List<RankedMember> rows(NamedRanking found, List<Entry> entries, Predicate<String> own) {
        return rows(found.board(), filter.key(found), entries, own);
    }

    /**
     * @param board null for a ranking of learners outside any board
     * @param ranking names the ranking, because a learner's pseudonym differs on each
     */
    List<RankedMember> rows(@Nullable BoardRule board, String ranking, List<Entry> entries, Predicate<String> own) {
        if (board != null && board.members() != Members.LEARNER) {
            return entries.stream()
                    .map(entry -> row(entry, entry.member(), null, entry.extra()))
                    .toList();
        }
        var shown = shown(board, entries, own);
        var named = names.profiles(shown);
        var known = keys.areTexts() ? keys.of(shown) : Map.<Long, String>of();
        return entries.stream()
                .map(entry -> switch (filter.visibility(board, entry.member(), own)) {
                    case SHOWN -> shown(entry, ranking, named, known);
                    case NUMBER -> row(entry, filter.pseudonym(ranking, entry.member()), null, null);
                    case HIDDEN -> hidden(entry, filter.pseudonym(ranking, entry.member()));
                })
                .toList();
    }

    private Set<Long> shown(@Nullable BoardRule board, List<Entry> entries, Predicate<String> own) {
        return entries.stream()
                .map(Entry::member)
                .filter(member -> filter.visibility(board, member, own) == Visibility.SHOWN)
                .map(Long::valueOf)
                .collect(toSet());
    }

    /** A learner whose key is not known, while MySQL is away, has a pseudonym. */
    private RankedMember shown(Entry entry, String ranking, Map<Long, LearnerProfile> named, Map<Long, String> known) {
        var learner = Long.valueOf(entry.member());
        var key = keys.areTexts() ? known.get(learner) : entry.member();
        return key == null
                ? hidden(entry, filter.pseudonym(ranking, entry.member()))
                : row(entry, key, named.get(learner), entry.extra());
    }

    /** @param extra left out for hidden learners, because it may contain a name */
    private static RankedMember row(
            Entry entry, String member, @Nullable LearnerProfile profile, @Nullable String extra) {
        return new RankedMember(
                entry.rank(),
                member,
                profile == null ? null : profile.name(),
                profile == null ? null : profile.avatar(),
                entry.score(),
                entry.knownTime(),
                extra,
                entry.direction(),
                entry.delta());
    }

    private static RankedMember hidden(Entry entry, String member) {
        return new RankedMember(entry.rank(), member, null, null, entry.score(), entry.knownTime(), null, null, null);
    }
}
