package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.RawBoard;
import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.points.PointsLedger;
import io.streakboard.points.PostingResult;
import io.streakboard.rewards.RewardRules.Band;
import io.streakboard.season.SeasonSettled;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.web.LocalizedText;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class SeasonRewardsIntegrationTests {

    private static final List<Band> BANDS =
            List.of(new Band(1, 500, LocalizedText.of("Champion")), new Band(3, 100, null));

    private final Api api;
    private final Seasons seasons;
    private final BoardArchiver boards;
    private final PointsLedger ledger;
    private final PrizeTable table;
    private final DeletedLearners deleted;
    private final SeasonRewards rewards;
    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;

    SeasonRewardsIntegrationTests(
            Api api,
            Seasons seasons,
            BoardArchiver boards,
            PointsLedger ledger,
            PrizeTable table,
            DeletedLearners deleted,
            StringRedisTemplate redis,
            JdbcClient jdbc) {
        this.api = api;
        this.seasons = seasons;
        this.boards = boards;
        this.ledger = ledger;
        this.table = table;
        this.deleted = deleted;
        this.rewards = rewards(false, ledger);
        this.redis = redis;
        this.jdbc = jdbc;
    }

    private SeasonRewards rewards(boolean history, PointsLedger ledger) {
        return rewards(new RewardRules(BANDS, history, Map.of(), true), ledger);
    }

    private SeasonRewards rewards(RewardRules rules, PointsLedger ledger) {
        return rewards(new FixedRewards(rules), ledger);
    }

    private SeasonRewards rewards(RewardSection rules, PointsLedger ledger) {
        return new SeasonRewards(rules, boards, ledger, new Prizes(table, ledger, deleted), seasons, deleted);
    }

    @Test
    void theBestAreRewardedOnceInTheNextSeason() {
        var learners = IntStream.range(0, 4).mapToLong(i -> Learners.next()).toArray();
        for (int i = 0; i < learners.length; i++) {
            review(learners[i], 4 - i, "2005-03");
        }
        var settled = settle("2005-03");

        rewards.on(settled);
        rewards.on(settled);

        assertThat(rewardRecords(learners[0])).containsExactly("2005-04 500 AWARDED");
        assertThat(rewardRecords(learners[1])).containsExactly("2005-04 100 AWARDED");
        assertThat(rewardRecords(learners[2])).containsExactly("2005-04 100 AWARDED");
        assertThat(rewardRecords(learners[3])).isEmpty();
        var champion = api.learner(learners[0]).get("/api/rewards").has(200);
        assertThat(champion.at("/total").asInt()).isEqualTo(1);
        assertThat(champion.at("/items/0/season/name").asString()).isEqualTo("2005-03");
        assertThat(champion.at("/items/0/rank").asInt()).isEqualTo(1);
        assertThat(champion.at("/items/0/title").asString()).isEqualTo("Champion");
        assertThat(api.learner(learners[3])
                        .get("/api/rewards")
                        .has(200)
                        .at("/total")
                        .asInt())
                .isZero();
    }

    @Test
    void deliveredWhenTheNextSeasonIsSealedTooTheyAreLateAndStillPaidOnce() {
        long learner = Learners.next();
        review(learner, 1, "2005-07");
        review(learner, 1, "2005-08");
        var july = settle("2005-07");
        settle("2005-08");

        rewards.on(july);
        rewards.on(july);

        assertThat(rewardRecords(learner)).containsExactly("2026-11 500 LATE");
    }

    @Test
    void paidBeforeTheNextSeasonIsSealedAndDeliveredAgainAfterTheyArePaidOnce() {
        long learner = Learners.next();
        review(learner, 1, "2005-10");
        var october = settle("2005-10");
        rewards.on(october);
        settle("2005-11");

        rewards.on(october);

        assertThat(rewardRecords(learner)).containsExactly("2005-11 500 AWARDED");
    }

    @Test
    void rewardsAloneEarnNoReward() {
        long learner = Learners.next();
        review(learner, 1, "2005-05");
        rewards.on(settle("2005-05"));

        rewards.on(settle("2005-06"));

        assertThat(rewardRecords(learner)).containsExactly("2005-06 500 AWARDED");
    }

    @Test
    void theChampionIsTheBestOfThoseWhoHaveLearned() {
        long rewarded = Learners.next();
        long second = Learners.next();
        review(rewarded, 2, "2008-05");
        review(second, 1, "2008-05");
        rewards.on(settle("2008-05"));
        long learning = Learners.next();
        review(learning, 1, "2008-06");

        rewards.on(settle("2008-06"));

        assertThat(rewardRecords(rewarded)).containsExactly("2008-06 500 AWARDED");
        assertThat(rewardRecords(learning)).containsExactly("2008-07 500 AWARDED");
        var champion = api.learner(learning).get("/api/rewards").has(200);
        assertThat(champion.at("/items/0/rank").asInt()).isEqualTo(1);
        assertThat(champion.at("/items/0/title").asString()).isEqualTo("Champion");
    }

    @Test
    void importedSeasonsAreNotRewarded() {
        long learner = Learners.next();
        review(learner, 1, "2008-01");

        rewards.on(settleImported("2008-01"));

        assertThat(rewardRecords(learner)).isEmpty();
        assertThat(table.ofSeasons(learner)).isEmpty();
    }

    @Test
    void importedSeasonsAreRewardedInTheRunningSeasonOnceIfThatIsConfigured() {
        long learner = Learners.next();
        review(learner, 1, "2008-02");
        review(learner, 1, "2008-03");
        var february = settleImported("2008-02");

        rewards(true, ledger).on(february);
        rewards(true, ledger).on(february);

        assertThat(rewardRecords(learner)).containsExactly("2026-11 500 AWARDED");
    }

    @Test
    void aRewardThatTheLedgerDoesNotTakeIsNotRecorded() {
        long learner = Learners.next();
        review(learner, 1, "2008-09");
        var settled = settle("2008-09");
        var expired = spy(ledger);
        doReturn(List.of(PostingResult.expired(seasons.find("2008-09").endsAt())))
                .when(expired)
                .post(anyList());

        rewards(false, expired).on(settled);

        assertThat(table.ofSeasons(learner)).isEmpty();
    }

    @Test
    void pointsThatAreNotRankedAreInTheRewardsOnly() {
        long learner = Learners.next();
        review(learner, 1, "2003-04");
        var settled = settle("2003-04");

        rewards(new RewardRules(BANDS, false, Map.of(), false), ledger).on(settled);

        assertThat(rewardRecords(learner)).isEmpty();
        assertThat(table.ofSeasons(learner)).extracting(Prize::points).containsExactly(500);
    }

    @Test
    void theRulesAtTheEndOfTheSeasonDecide() {
        long learner = Learners.next();
        review(learner, 1, "2001-10");
        var settled = settle("2001-10");
        var end = seasons.find("2001-10").endsAt();
        var rules = new RewardRules(BANDS, false, Map.of(), true);

        rewards(new FixedRewards(rules, end.minusMillis(1)), ledger).on(settled);
        assertThat(rewardRecords(learner)).isEmpty();
        rewards(new FixedRewards(rules, end), ledger).on(settled);

        assertThat(table.ofSeasons(learner)).extracting(Prize::points).containsExactly(500);
    }

    @Test
    void afterAMismatchTheyArePaidByTheProvenTableOnce() {
        long first = Learners.next();
        long second = Learners.next();
        review(first, 2, "2004-12");
        review(second, 1, "2004-12");
        long season = seasons.find("2004-12").id();
        var board = RawBoard.key(season);
        Awaitility.await()
                .until(() -> redis.hasKey(RawBoard.mark(season))
                        && Long.valueOf(2).equals(redis.opsForZSet().zCard(board)));
        redis.opsForZSet().incrementScore(board, RawBoard.member(jdbc, season, first), -10.0 * (1 << 22));
        redis.opsForZSet().incrementScore(board, RawBoard.member(jdbc, season, second), 10.0 * (1 << 22));
        Awaitility.await()
                .until(() -> act("/seasons/2004-12", Map.of("action", "settle"))
                        .at("/steps/3/state")
                        .asString()
                        .equals("MISMATCH"));
        assertThat(rewardRecords(second)).isEmpty();

        act("/boards/points", Map.of("action", "rebuild", "season", "2004-12"));
        act("/seasons/2004-12", Map.of("action", "retry"));
        var settled = settle("2004-12");
        rewards.on(settled);
        rewards.on(settled);

        assertThat(rewardRecords(first)).containsExactly("2005-01 500 AWARDED");
        assertThat(rewardRecords(second)).containsExactly("2005-01 100 AWARDED");
    }

    private Api.Answer act(String path, Map<String, String> action) {
        return api.admin().actuate(path, action).has(200);
    }

    private void review(long learner, int times, String month) {
        api.take(IntStream.range(0, times)
                .mapToObj(i -> Api.activity(learner, "REVIEW", "review " + i, month + "-1" + i + "T00:00:00Z"))
                .toList());
    }

    /** Settles a season that was opened in time. */
    private SeasonSettled settle(String name) {
        jdbc.sql("UPDATE season SET created_at = starts_at WHERE name = ?")
                .param(name)
                .update();
        seasons.advance();
        return settleImported(name);
    }

    private SeasonSettled settleImported(String name) {
        api.settle(name);
        var season = seasons.find(name);
        return new SeasonSettled(season.id(), name, 0, 0);
    }

    private List<String> rewardRecords(long learner) {
        return api.learner(learner).get("/api/points/records?type=SEASON_REWARD").has(200).list("items").stream()
                .map(item -> item.path("season").asString() + " "
                        + item.path("points").asInt() + " "
                        + item.path("outcome").asString())
                .toList();
    }
}
