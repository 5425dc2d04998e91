package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.LearnerNames;
import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.identity.privacy.LearnerPrivacy;
import io.streakboard.identity.privacy.Visibility;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.leaderboard.live.set.LiveRanking;
import io.streakboard.leaderboard.settled.SettledBoard;
import io.streakboard.leaderboard.settled.SettledRows;
import io.streakboard.support.TestRedis;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;

/** Counts the queries for a learner: a hidden learner costs the same as an unknown one. */
class HiddenLookUpsTests {

    @RegisterExtension
    static final TestRedis SERVER = TestRedis.shared();

    private static final String VISIBLE = "501";
    private static final String HIDDEN = "502";
    private static final String UNKNOWN = "503";
    private static final Instant NOON = Instant.parse("2026-11-21T04:00:00Z");
    private static final CurrentCaller CALLER = new CurrentCaller("700", 700L, false, NOON);
    private static final RankingQuery QUERY = new RankingQuery(null, null, null, null);

    private final BoardRule board = Rules.with(Rules.BASE, Map.of("members", Members.LEARNER));
    private final Edition edition = Edition.of(board, 4_711, Rules.ALL, null, Rules.TIEBREAKER);
    private final Rankings rankings = mock();
    private final List<String> asked = new ArrayList<>();
    private RankingController pages;
    private RankingFiguresController figures;
    private GroupRankings groups;

    @BeforeEach
    void build() {
        LearnerPrivacy privacy = mock();
        when(privacy.visibility(any())).thenReturn(Visibility.SHOWN);
        when(privacy.visibility(Long.valueOf(HIDDEN))).thenReturn(Visibility.HIDDEN);
        LearnerNames names = mock();
        when(names.profiles(any())).thenReturn(Map.of());
        var filter = new VisibilityFilter(privacy, mock(), mock());
        var keys = TestLearnerKeys.numbers();
        var members = new MemberKeys(keys, new BoardRules(List.of()));
        var views = new RankingViews(names, filter, keys);
        pages = new RankingController(rankings, mock(), views, filter, members);
        figures = new RankingFiguresController(rankings, filter, members);
        groups = new GroupRankings(rankings, views, filter, keys);
    }

    @Test
    void onALiveBoardAHiddenLearnerIsLookedUpLikeAnUnknownOne() {
        var redis = new StringRedisTemplate(SERVER.template().getRequiredConnectionFactory()) {

            @Override
            public <T> T execute(
                    RedisScript<T> script,
                    RedisSerializer<?> arguments,
                    RedisSerializer<T> result,
                    List<String> keys,
                    Object... args) {
                asked.add("script of " + args.length + " arguments");
                return super.execute(script, arguments, result, keys, args);
            }
        };
        var clock = Clock.fixed(NOON, ZoneOffset.UTC);
        var live = new LiveEdition(redis, edition, clock);
        live.rebuild(false, List.of(), none -> {});
        live.write(List.of(
                new Score(VISIBLE, 7, NOON, 0, null),
                new Score(HIDDEN, 6, NOON, 0, null),
                new Score("700", 5, NOON, 0, null)));
        alike(new LiveRanking(redis, edition, clock), edition);
    }

    @Test
    void onASettledBoardAHiddenLearnerIsLookedUpLikeAnUnknownOne() {
        var rows = Stream.of(VISIBLE, HIDDEN, "700")
                .map(member -> new SettledRows.SettledRow(
                        Long.parseLong(member) % 10 + 1, new Entry(1, member, 5, NOON, null, null)))
                .toList();
        alike(
                new SettledBoard(
                        new SettledRows() {

                            @Override
                            public List<SettledRows.SettledRow> between(long first, long last) {
                                asked.add("rows between places");
                                return rows.stream()
                                        .filter(row -> row.place() >= first && row.place() <= last)
                                        .toList();
                            }

                            @Override
                            public List<SettledRows.SettledRow> at(List<Long> places) {
                                throw new UnsupportedOperationException();
                            }

                            @Override
                            public List<SettledRows.SettledRow> of(Collection<String> members) {
                                asked.add("rows of " + members.size() + " members");
                                return rows.stream()
                                        .filter(row ->
                                                members.contains(row.entry().member()))
                                        .toList();
                            }
                        },
                        3,
                        Order.DESCENDING,
                        Ties.FIRST),
                null);
    }

    private @Nullable EditionSource source(@Nullable Edition live) {
        return live == null
                ? null
                : new EditionSource() {

                    @Override
                    public Edition edition() {
                        return live;
                    }

                    @Override
                    public Optional<Score> score(String member) {
                        asked.add("a score in MySQL");
                        return Optional.empty();
                    }

                    @Override
                    public void forEach(Consumer<Score> to) {}
                };
    }

    private void alike(Ranking ranking, @Nullable Edition live) {
        when(rankings.find(any(), any()))
                .thenReturn(new NamedRanking(
                        board, Rules.ALL, null, null, ranking, source(live), UnaryOperator.identity(), false));
        var name = board.name();
        alike("scores", member -> figures.score(CALLER, name, member, QUERY));
        alike("around", member -> pages.around(CALLER, name, member, QUERY, 5));
        alike("members", member -> pages.members(CALLER, name, QUERY, List.of(member, VISIBLE, member)));
        alike("members, one", member -> pages.members(CALLER, name, QUERY, List.of(member)));
        alike("group", member -> groups.of(CALLER, List.of(Long.valueOf(member), 700L), name, QUERY));

        assertThat(figures.score(CALLER, name, VISIBLE, QUERY).score()).isPositive();
        assertThat(figures.score(CALLER, name, HIDDEN, QUERY))
                .usingRecursiveComparison()
                .ignoringFields("member")
                .isEqualTo(figures.score(CALLER, name, UNKNOWN, QUERY));
        assertThat(pages.around(CALLER, name, HIDDEN, QUERY, 5))
                .isEqualTo(pages.around(CALLER, name, UNKNOWN, QUERY, 5));
        assertThat(pages.members(CALLER, name, QUERY, List.of(HIDDEN)))
                .isEqualTo(pages.members(CALLER, name, QUERY, List.of(UNKNOWN)));
    }

    private void alike(String route, Consumer<String> request) {
        var unknown = work(request, UNKNOWN);
        assertThat(work(request, HIDDEN)).as(route).isEqualTo(unknown).isNotEmpty();
        assertThat(work(request, VISIBLE)).as(route).isNotEmpty();
    }

    private List<String> work(Consumer<String> request, String member) {
        asked.clear();
        request.accept(member);
        return List.copyOf(asked);
    }
}
