package io.streakboard.leaderboard.rankings;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.rankings.RankingViews.EditionView;
import io.streakboard.leaderboard.rankings.RankingViews.MyRank;
import io.streakboard.leaderboard.rankings.RankingViews.RankingView;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;
import org.springframework.stereotype.Component;

/**
 * Rankings of some learners among themselves. Applies the visibility of learners for groups. A hidden learner is left
 * out without a pseudonym, which would reveal too much in a small group.
 */
@Component
@NamedInterface("among")
public class GroupRankings {

    /**
     * @param rank in the group; null if there are bands
     * @param overall the rank on the whole board; null if there are bands
     * @param band top percents of the whole board that include the member; null if there are ranks
     */
    record RankedInGroup(
            @Nullable Long rank,
            @Nullable Long overall,
            @Nullable Integer band,
            String member,
            @Nullable String name,
            @Nullable String avatar,
            @Nullable Long score,
            @Nullable Instant reachedAt) {}

    /** @param rank in the group; null if there are bands */
    record MyRankInGroup(@Nullable Long rank, long overall, long score) {}

    /**
     * @param total number of ranked members on the whole board
     * @param items by rank in the group, or by band
     */
    public record GroupRanking(
            String board,
            String title,
            EditionView edition,
            long total,
            List<RankedInGroup> items,
            @Nullable MyRankInGroup me,
            boolean degraded) {}

    private final Rankings rankings;
    private final RankingViews views;
    private final VisibilityFilter filter;
    private final LearnerKeys keys;

    GroupRankings(Rankings rankings, RankingViews views, VisibilityFilter filter, LearnerKeys keys) {
        this.keys = keys;
        this.rankings = rankings;
        this.views = views;
        this.filter = filter;
    }

    /** The given learners that are visible to a caller. All are visible to services and admins. */
    public Set<Long> seen(CurrentCaller caller, Collection<Long> learners) {
        return learners.stream()
                .filter(learner -> caller.platform() || learner.equals(caller.learner()) || !filter.hides(learner))
                .collect(toSet());
    }

    /** The learners who are visible to all; empty if they are too few for an anonymous figure. */
    public Set<Long> shown(Collection<Long> learners) {
        var shown = learners.stream().filter(learner -> !filter.hides(learner)).collect(toSet());
        return shown.size() < GroupRanks.MIN_MEMBERS ? Set.of() : shown;
    }

    /** The ranking of some learners on a board. Learners who are not ranked there are left out. */
    public GroupRanking of(CurrentCaller caller, Collection<Long> learners, String board, RankingQuery query) {
        var found = rankings.find(board, query);
        if (found.board().members() != Members.LEARNER) {
            throw Problem.invalid(
                    "board",
                    "does not rank learners",
                    "not-for-this-board",
                    Map.of("board", found.board().name()));
        }
        var own = found.own(caller, List.of());
        var seen = learners.stream()
                .map(String::valueOf)
                .filter(member -> !filter.hides(found, member, own))
                .collect(toCollection(LinkedHashSet::new));
        var me = found.me(caller);
        var inside = me != null && seen.contains(me) ? me : null;
        var asked =
                filter.lookedUp(found, learners.stream().map(String::valueOf).toList(), own);
        var view = views.notCompared(found, found.ranking().amongNotCompared(asked, inside), seen::contains);
        boolean ranked = !shown(learners).isEmpty();
        var items = ranked ? ranked(view.items(), found.board().ranks()) : banded(view);
        return new GroupRanking(
                view.board(),
                view.title(),
                view.edition(),
                view.total(),
                items,
                mine(view.me(), items, inside == null ? null : keys.key(Long.parseLong(inside))),
                view.degraded());
    }

    /** Rows of a ranking outside any board, named by {@code ranking}, such as {@code league 17}. */
    public List<RankedMember> rows(long viewer, String ranking, List<Standing> places) {
        return views.rows(
                null,
                ranking,
                places.stream()
                        .map(place -> new Entry(
                                place.rank(), "" + place.learner(), place.points(), place.reachedAt(), null, null))
                        .toList(),
                member -> member.equals(Long.toString(viewer)));
    }

    private static List<RankedInGroup> ranked(List<RankedMember> rows, RankStyle style) {
        var ranks = GroupRanks.within(rows.stream().map(RankedMember::rank).toList(), style);
        return IntStream.range(0, rows.size())
                .mapToObj(i -> {
                    var row = rows.get(i);
                    return new RankedInGroup(
                            ranks.get(i),
                            row.rank(),
                            null,
                            row.member(),
                            row.name(),
                            row.avatar(),
                            row.score(),
                            row.reachedAt());
                })
                .toList();
    }

    /** Within a band the order has no meaning. */
    private List<RankedInGroup> banded(RankingView view) {
        return view.items().stream()
                .map(row -> new RankedInGroup(
                        null,
                        null,
                        GroupRanks.band(row.rank(), view.total()),
                        row.member(),
                        row.name(),
                        row.avatar(),
                        null,
                        null))
                .sorted(comparing(RankedInGroup::band).thenComparing(row -> order(row.member())))
                .toList();
    }

    private long order(String member) {
        return Objects.requireNonNullElse(keys.idOrTaken(member), 0L);
    }

    private static @Nullable MyRankInGroup mine(
            @Nullable MyRank overall, List<RankedInGroup> items, @Nullable String me) {
        if (overall == null) {
            return null;
        }
        var rank = items.stream().filter(item -> item.member().equals(me)).findFirst();
        return new MyRankInGroup(rank.map(RankedInGroup::rank).orElse(null), overall.rank(), overall.score());
    }
}
