package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.support.TestRedis;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The contract in Redis, and further properties of every layout there. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class LiveContract extends RankingContract {

    private static final AtomicLong EDITIONS = new AtomicLong(1_000_000);

    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T05:00:00Z"), ZoneOffset.UTC);

    @RegisterExtension
    final TestRedis server = server();

    final StringRedisTemplate redis = server.template();

    protected TestRedis server() {
        return TestRedis.shared();
    }

    final LiveBoards boards = new LiveBoards(redis, CLOCK, server.pipeline());

    LiveEdition live(Edition edition) {
        return boards.of(edition);
    }

    Ranking ranking(Edition edition) {
        return boards.ranking(edition);
    }

    /** An edition that is divided, if its rule says so, and not yet complete. */
    Edition edition(BoardRule rule) {
        var edition = Edition.of(rule, EDITIONS.incrementAndGet(), Rules.period(rule), null, Rules.TIEBREAKER);
        boards.divide(List.of(edition), none -> Optional.empty());
        return edition;
    }

    void open(Edition edition) {
        boards.open(List.of(edition), none -> Optional.empty());
    }

    /** Some other bounds than the present ones. */
    static List<Long> bounds(BoardRule rule, Random random) {
        return Rules.buckets(random, rule.maxScore()).stream()
                .map(Long::valueOf)
                .toList();
    }

    @Override
    protected Store store(Edition edition) {
        open(edition);
        var live = live(edition);
        var ranking = ranking(edition);
        return new Store() {

            @Override
            public List<RankChange> write(List<Score> scores) {
                return live.write(scores);
            }

            @Override
            public Ranking ranking() {
                return ranking;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRebuildAmidUpdatesLosesNothing(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var live = live(edition);
        var history = history(rule, model, random, 30, 300);
        int half = history.size() / 2;
        live.update(history.subList(0, half));
        live.update(List.of(new Score(name(rule, 99), 1, CLOCK.instant(), 0, null)));
        history.subList(0, half).forEach(model::take);

        long members = live.rebuild(false, bounds(rule, random), to -> {
            List.copyOf(model.all()).forEach(to);
            live.update(history.subList(half, history.size()));
            history.subList(half, history.size()).forEach(model::take);
        });

        compare(rule, model, ranking(edition), random);
        assertThat(members).isEqualTo(model.entries().size()).isEqualTo(live.members());
        assertThat(live.complete()).isTrue();
        assertThat(drift(live, model).none()).isTrue();
    }

    @Test
    void theVersionRisesWithEachChangeAndOnlyThen() {
        var live = live(edition(Rules.any(new Random(2))));
        assertThat(live.version()).isZero();
        long before = 0;
        for (int score = 3; score < 20; score++) {
            var changed = List.of(new Score("7", score, CLOCK.instant(), score, null));
            live.update(changed);
            assertThat(live.version()).isGreaterThan(before);
            before = live.version();
            live.update(changed);
            assertThat(live.version()).isEqualTo(before);
        }

        live.write(List.of(new Score("7", 3, null, 20, null)));
        assertThat(live.version()).isGreaterThan(before);
    }

    /** Otherwise the few members written after a loss would all rank near the top. */
    @Test
    void aWriteReturnsNoRanksWhileMembersAreMissing() {
        var live = live(edition(Rules.any(new Random(2))));
        var written = List.of(new Score("7", 5, CLOCK.instant(), 0, null));

        assertThat(live.write(written)).containsExactly(new RankChange(null, null));

        live.rebuild(false, List.of(1L, 9L), written::forEach);
        assertThat(live.write(written)).containsExactly(new RankChange(1L, 1L));
    }

    static BoardDrift drift(LiveEdition live, RankingModel model) {
        return EditionComparison.of(live, model.all()::forEach);
    }
}
