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
import io.streakboard.support.Months;
import io.streakboard.web.LocalizedText;
import java.time.YearMonth;
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
        var month = Months.next(2);
        var next = month.plusMonths(1);
        var learners = IntStream.range(0, 4).mapToLong(i -> Learners.next()).toArray();
        for (int i = 0; i < learners.length; i++) {
            review(learners[i], 4 - i, month);
        }
        var settled = settle(month);

        rewards.on(settled);
        rewards.on(settled);

        assertThat(rewardRecords(learners[0])).containsExactly(next + " 500 AWARDED");
        assertThat(rewardRecords(learners[1])).containsExactly(next + " 100 AWARDED");
        assertThat(rewardRecords(learners[2])).containsExactly(next + " 100 AWARDED");
        assertThat(rewardRecords(learners[3])).isEmpty();
        var champion = api.learner(learners[0]).get("/api/rewards").has(200);
        assertThat(champion.at("/total").asInt()).isEqualTo(1);
        assertThat(champion.at("/items/0/season/name").asString()).isEqualTo(month.toString());
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
        var month = Months.next(2);
        var next = month.plusMonths(1);
        long learner = Learners.next();
        review(learner, 1, month);
        review(learner, 1, next);
        var july = settle(month);
        settle(next);

        rewards.on(july);
        rewards.on(july);

        assertThat(rewardRecords(learner)).containsExactly("2026-11 500 LATE");
    }

    @Test
    void paidBeforeTheNextSeasonIsSealedAndDeliveredAgainAfterTheyArePaidOnce() {
        var month = Months.next(2);
        var next = month.plusMonths(1);
        long learner = Learners.next();
        review(learner, 1, month);
        var october = settle(month);
        rewards.on(october);
        settle(next);

        rewards.on(october);

        assertThat(rewardRecords(learner)).containsExactly(next + " 500 AWARDED");
    }

    @Test
    void rewardsAloneEarnNoReward() {
        var month = Months.next(2);
        var next = month.plusMonths(1);
        long learner = Learners.next();
        review(learner, 1, month);
        rewards.on(settle(month));

        rewards.on(settle(next));

        assertThat(rewardRecords(learner)).containsExactly(next + " 500 AWARDED");
    }

    @Test
    void theChampionIsTheBestOfThoseWhoHaveLearned() {
        var month = Months.next(3);
        var next = month.plusMonths(1);
        var third = month.plusMonths(2);
        long rewarded = Learners.next();
        long second = Learners.next();
        review(rewarded, 2, month);
        review(second, 1, month);
        rewards.on(settle(month));
        long learning = Learners.next();
        review(learning, 1, next);

        rewards.on(settle(next));

        assertThat(rewardRecords(rewarded)).containsExactly(next + " 500 AWARDED");
        assertThat(rewardRecords(learning)).containsExactly(third + " 500 AWARDED");
        var champion = api.learner(learning).get("/api/rewards").has(200);
        assertThat(champion.at("/items/0/rank").asInt()).isEqualTo(1);
        assertThat(champion.at("/items/0/title").asString()).isEqualTo("Champion");
    }

    @Test
    void importedSeasonsAreNotRewarded() {
        var month = Months.next();
        long learner = Learners.next();
        review(learner, 1, month);

        rewards.on(settleImported(month));

        assertThat(rewardRecords(learner)).isEmpty();
        assertThat(table.ofSeasons(learner)).isEmpty();
    }

    @Test
    void importedSeasonsAreRewardedInTheRunningSeasonOnceIfThatIsConfigured() {
        var month = Months.next(2);
        var next = month.plusMonths(1);
        long learner = Learners.next();
        review(learner, 1, month);
        review(learner, 1, next);
        var february = settleImported(month);

        rewards(true, ledger).on(february);
        rewards(true, ledger).on(february);

        assertThat(rewardRecords(learner)).containsExactly("2026-11 500 AWARDED");
    }

    @Test
    void aRewardThatTheLedgerDoesNotTakeIsNotRecorded() {
        var month = Months.next();
        long learner = Learners.next();
        review(learner, 1, month);
        var settled = settle(month);
        var expired = spy(ledger);
        doReturn(List.of(PostingResult.expired(seasons.find(month.toString()).endsAt())))
                .when(expired)
                .post(anyList());

        rewards(false, expired).on(settled);

        assertThat(table.ofSeasons(learner)).isEmpty();
    }

    @Test
    void pointsThatAreNotRankedAreInTheRewardsOnly() {
        var month = Months.next();
        long learner = Learners.next();
        review(learner, 1, month);
        var settled = settle(month);

        rewards(new RewardRules(BANDS, false, Map.of(), false), ledger).on(settled);

        assertThat(rewardRecords(learner)).isEmpty();
        assertThat(table.ofSeasons(learner)).extracting(Prize::points).containsExactly(500);
    }

    @Test
    void theRulesAtTheEndOfTheSeasonDecide() {
        var month = Months.next(2);
        long learner = Learners.next();
        review(learner, 1, month);
        var settled = settle(month);
        var end = seasons.find(month.toString()).endsAt();
        var rules = new RewardRules(BANDS, false, Map.of(), true);

        rewards(new FixedRewards(rules, end.minusMillis(1)), ledger).on(settled);
        assertThat(rewardRecords(learner)).isEmpty();
        rewards(new FixedRewards(rules, end), ledger).on(settled);

        assertThat(table.ofSeasons(learner)).extracting(Prize::points).containsExactly(500);
    }

    @Test
    void afterAMismatchTheyArePaidByTheProvenTableOnce() {
        var month = Months.next(2);
        var next = month.plusMonths(1);
        long first = Learners.next();
        long second = Learners.next();
        review(first, 2, month);
        review(second, 1, month);
        long season = seasons.find(month.toString()).id();
        var board = RawBoard.key(season);
        Awaitility.await()
                .until(() -> redis.hasKey(RawBoard.mark(season))
                        && Long.valueOf(2).equals(redis.opsForZSet().zCard(board)));
        redis.opsForZSet().incrementScore(board, RawBoard.member(jdbc, season, first), -10.0 * (1 << 22));
        redis.opsForZSet().incrementScore(board, RawBoard.member(jdbc, season, second), 10.0 * (1 << 22));
        Awaitility.await()
                .until(() -> act("/seasons/" + month, Map.of("action", "settle"))
                        .at("/steps/3/state")
                        .asString()
                        .equals("MISMATCH"));
        assertThat(rewardRecords(second)).isEmpty();

        act("/boards/points", Map.of("action", "rebuild", "season", month));
        act("/seasons/" + month, Map.of("action", "retry"));
        var settled = settle(month);
        rewards.on(settled);
        rewards.on(settled);

        assertThat(rewardRecords(first)).containsExactly(next + " 500 AWARDED");
        assertThat(rewardRecords(second)).containsExactly(next + " 100 AWARDED");
    }

    private Api.Answer act(String path, Map<String, Object> action) {
        return api.admin().actuate(path, action).has(200);
    }

    private void review(long learner, int times, YearMonth month) {
        api.take(IntStream.range(0, times)
                .mapToObj(i -> Api.activity(learner, "REVIEW", "review " + i, month + "-1" + i + "T00:00:00Z"))
                .toList());
    }

    /** Settles a season that was opened in time. */
    private SeasonSettled settle(YearMonth month) {
        jdbc.sql("UPDATE season SET created_at = starts_at WHERE name = ?")
                .param(month.toString())
                .update();
        seasons.advance();
        return settleImported(month);
    }

    private SeasonSettled settleImported(YearMonth month) {
        api.settle(month);
        var season = seasons.find(month.toString());
        return new SeasonSettled(season.id(), season.name(), 0, 0);
    }

    private List<String> rewardRecords(long learner) {
        return api.learner(learner).get("/api/points/records?type=SEASON_REWARD").has(200).list("items").stream()
                .map(item -> item.path("season").asString() + " "
                        + item.path("points").asInt() + " "
                        + item.path("outcome").asString())
                .toList();
    }
}
