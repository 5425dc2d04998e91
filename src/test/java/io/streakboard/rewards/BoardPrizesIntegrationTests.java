package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.BoardFinal;
import io.streakboard.leaderboard.Boards;
import io.streakboard.points.PointsLedger;
import io.streakboard.rewards.RewardRules.Band;
import io.streakboard.support.Api;
import io.streakboard.support.Days;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.LocalizedText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The board {@code cup} pays 7 points for the first rank and 3 for the second. */
@IntegrationTest
class BoardPrizesIntegrationTests {

    private static final List<Band> FIVE = List.of(new Band(1, 5, null));

    private final Api api;
    private final Boards boards;
    private final PointsLedger ledger;
    private final PrizeTable table;
    private final DeletedLearners deleted;
    private final BoardPrizes prizes;
    private final JdbcClient jdbc;
    private final Instant now;

    BoardPrizesIntegrationTests(
            Api api,
            Boards boards,
            PointsLedger ledger,
            PrizeTable table,
            DeletedLearners deleted,
            JdbcClient jdbc,
            BusinessTime time) {
        this.api = api;
        this.boards = boards;
        this.ledger = ledger;
        this.table = table;
        this.deleted = deleted;
        this.prizes =
                prizes("cup", List.of(new Band(1, 7, LocalizedText.of("Cup winner")), new Band(2, 3, null)), true);
        this.jdbc = jdbc;
        this.now = time.now();
    }

    @Test
    void theBestOfAClosedBoardGetPrizesThatTheyKeep() {
        var learners = learners(3);
        var day = Days.next().toString();
        for (int i = 0; i < learners.length; i++) {
            var score = Api.scoreOf(learners[i], "p" + i, 10 - i, day, day + "T02:00:00Z");
            api.score("cup", List.of(score));
        }

        api.close("cup", day);

        await().untilAsserted(() -> assertThat(paid(learners[1])).containsExactly("cup " + day + ": 3"));
        assertThat(paid(learners[0])).containsExactly("cup " + day + ": 7");
        assertThat(paid(learners[2])).isEmpty();
        var page = api.learner(learners[0]).get("/api/prizes").has(200);
        assertThat(page.at("/total").asInt()).isEqualTo(1);
        assertThat(page.at("/items/0/board").asString()).isEqualTo("cup");
        assertThat(page.at("/items/0/period").asString()).isEqualTo(day);
        assertThat(page.at("/items/0/rank").asInt()).isEqualTo(1);
        assertThat(page.at("/items/0/points").asInt()).isEqualTo(7);
        assertThat(page.at("/items/0/title").asString()).isEqualTo("Cup winner");
        assertThat(api.learner(learners[0])
                        .get("/api/learners/me/export")
                        .has(200)
                        .at("/data/prizes/0/title")
                        .asString())
                .isEqualTo("Cup winner");
        api.admin().delete("/api/learners/" + learners[0]).has(202);
        await().untilAsserted(() -> assertThat(table.of(learners[0])).isEmpty());
    }

    @Test
    void deliveredTwiceTheyArePaidOnce() {
        var learners = learners(2);
        var ranking = ranking("2026-08-04", null, new long[] {1, 2}, learners);

        prizes.on(ranking);
        prizes.on(ranking);

        assertThat(paid(learners[0])).containsExactly("cup 2026-08-04: 7");
        assertThat(paid(learners[1])).containsExactly("cup 2026-08-04: 3");
        assertThat(table.of(learners[1])).hasSize(1);
    }

    @Test
    void killedBeforeThePaymentTheyArePaidAsRecordedDespiteNewConfiguration() {
        var learners = learners(2);
        var ranking = ranking("2026-08-10", null, new long[] {1, 2}, learners);
        var killed = mock(PointsLedger.class, invocation -> {
            throw new IllegalStateException("killed");
        });
        assertThatIllegalStateException()
                .isThrownBy(() -> prizes("cup", FIVE, true, killed).on(ranking));

        prizes.on(ranking);

        assertThat(paid(learners[0])).containsExactly("cup 2026-08-10: 5");
        assertThat(table.of(learners[0])).extracting(Prize::points).containsExactly(5);
        assertThat(paid(learners[1])).containsExactly("cup 2026-08-10: 3");
    }

    @Test
    void allMembersWithARankGetItsPrize() {
        var learners = learners(503);
        var ranks = LongStream.range(0, 503).map(i -> i < 501 ? 1 : 502).toArray();

        prizes.on(ranking("2026-08-05", null, ranks, learners));

        assertThat(LongStream.of(learners).filter(each -> table.countOfBoards(each) == 1))
                .hasSize(501)
                .doesNotContain(learners[501], learners[502]);
    }

    @Test
    void aDeletedLearnerKeepsTheRankWithoutAPrize() {
        var learners = learners(2);
        prizes.on(ranking("2026-08-09", null, new long[] {1}, learners));
        api.admin().delete("/api/learners/" + learners[0]).has(202);
        await().untilAsserted(() -> assertThat(table.of(learners[0])).isEmpty());

        prizes.on(ranking("2026-08-06", null, new long[] {1, 2}, learners));

        assertThat(table.of(learners[0])).isEmpty();
        assertThat(table.of(learners[1])).extracting(Prize::rank).containsExactly(2L);
    }

    @Test
    void partitionsAndOtherBoardsGiveNone() {
        var learner = learners(1);

        prizes.on(ranking("2026-08-07", "music", new long[] {1}, learner));
        var cup = ranking("2026-08-07", null, new long[] {1}, learner);
        prizes.on(new BoardFinal("exam", cup.period(), null, cup.edition(), 1, List.of(), now, null));

        assertThat(table.of(learner[0])).isEmpty();
    }

    @Test
    void pointsThatAreNotRankedAreInThePrizesOnly() {
        var learner = learners(1);

        prizes("cup", FIVE, false).on(ranking("2026-08-08", null, new long[] {1}, learner));

        assertThat(paid(learner[0])).isEmpty();
        assertThat(table.of(learner[0])).extracting(Prize::points).containsExactly(5);
    }

    @Test
    void theRulesAtTheEndOfTheEditionDecide() {
        var learner = learners(1);
        var ranking = ranking("2026-08-11", null, new long[] {1}, learner);
        var end = now.minusSeconds(3600);
        var rules = new FixedRewards(new RewardRules(List.of(), false, Map.of("cup", FIVE), true), end);
        var until = new BoardPrizes(rules, boards, new Prizes(table, ledger, deleted));

        until.on(ranking); // as earlier versions published it
        assertThat(table.of(learner[0])).isEmpty();
        until.on(new BoardFinal("cup", ranking.period(), null, ranking.edition(), 1, List.of(), now, end));

        assertThat(table.of(learner[0])).extracting(Prize::points).containsExactly(5);
    }

    private BoardPrizes prizes(String board, List<Band> bands, boolean ranked) {
        return prizes(board, bands, ranked, ledger);
    }

    private BoardPrizes prizes(String board, List<Band> bands, boolean ranked, PointsLedger ledger) {
        var rules = new FixedRewards(new RewardRules(List.of(), false, Map.of(board, bands), ranked));
        return new BoardPrizes(rules, boards, new Prizes(table, ledger, deleted));
    }

    /** A final ranking of an edition of its own. */
    private BoardFinal ranking(String day, @Nullable String partition, long[] ranks, long[] learners) {
        long edition = Learners.next();
        for (int i = 0; i < ranks.length; i++) {
            jdbc.sql("""
                            INSERT INTO board_final_rank (edition_id, place, position, member, score, reached_at)
                            VALUES (?, ?, ?, ?, ?, ?)
                            """)
                    .params(edition, i + 1, ranks[i], Long.toString(learners[i]), 100 - ranks[i], Utc.column(now))
                    .update();
        }
        return new BoardFinal("cup", day, partition, edition, ranks.length, List.of(), now, null);
    }

    private static long[] learners(int count) {
        return IntStream.range(0, count).mapToLong(i -> Learners.next()).toArray();
    }

    private List<String> paid(long learner) {
        return api.learner(learner).get("/api/points/records?type=BOARD_PRIZE").has(200).list("items").stream()
                .map(item -> item.path("sourceId").asString() + ": "
                        + item.path("points").asInt())
                .toList();
    }
}
