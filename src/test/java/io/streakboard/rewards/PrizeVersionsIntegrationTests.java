package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.rulebook.DatabaseRulebook;
import io.streakboard.rulebook.PublishedRules;
import io.streakboard.support.Api;
import io.streakboard.support.Days;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In the first version the board {@code cup} pays 7 points for the first rank. */
@DatabaseRulebook
class PrizeVersionsIntegrationTests {

    private final Api api;
    private final PublishedRules published;
    private final PrizeTable table;
    private final RewardSection rules;
    private final BusinessTime time;

    PrizeVersionsIntegrationTests(
            Api api, PublishedRules published, PrizeTable table, RewardSection rules, BusinessTime time) {
        this.api = api;
        this.published = published;
        this.table = table;
        this.rules = rules;
        this.time = time;
    }

    @Test
    void theVersionAtTheEndOfAnEditionDecidesWhenItBecomesFinalLater() {
        long winner = Learners.next();
        var today = time.today();
        var yesterday = today.minusDays(1);
        score(winner, "cup", yesterday.toString(), yesterday + "T02:00:00Z");
        score(winner, "cup", today.toString(), time.now().toString());

        published.publish(
                "{\"boards\": {\"cup\": {\"prizes\": [{\"toRank\": 1, \"points\": 11, \"title\": \"New\"}]}}}");
        close(yesterday.toString());
        close(today.toString());

        await().untilAsserted(() -> assertThat(table.of(winner))
                .extracting(prize -> prize.period() + " " + prize.points() + " " + prize.title())
                .containsExactlyInAnyOrder(yesterday + " 7 Cup winner", today + " 11 New"));
    }

    @Test
    void prizesThatAreTakenOutArePaidForEditionsThatEndedBefore() {
        long winner = Learners.next();
        var day = Days.next().toString();
        score(winner, "cup", day, day + "T02:00:00Z");
        assertThat(features()).contains("prizes");

        published.publish("{\"boards\": {\"cup\": {\"prizes\": null}}, \"prizes\": {\"ranked\": false}}");
        assertThat(features()).doesNotContain("prizes");
        close(day);

        await().untilAsserted(() ->
                assertThat(table.of(winner)).extracting(Prize::points).containsExactly(7));
        await().untilAsserted(() -> assertThat(api.learner(winner)
                        .get("/api/points/records?type=BOARD_PRIZE")
                        .has(200)
                        .each("items", "sourceId"))
                .containsExactly("cup " + day));
    }

    @Test
    void rewardsOfSeasonsArePrizesOfTheirBoard() {
        var before = time.now().minusMillis(1); // MySQL keeps milliseconds

        published.publish("{\"boards\": {\"points\": {\"prizes\": [{\"toRank\": 3, \"points\": 30}]}}}");

        assertThat(rules.at(before).bands()).isEmpty();
        assertThat(rules.at(time.now()).bands()).containsExactly(new RewardRules.Band(3, 30, null));
    }

    private List<String> features() {
        return api.learner(Learners.next()).get("/api/rules").has(200).list("features").stream()
                .map(each -> each.asString())
                .toList();
    }

    private void score(long learner, String board, String message, String occurredAt) {
        var score = Api.scoreOf(learner, "p", 1_000_000, message, occurredAt);
        assertThat(api.score(board, List.of(score)).each("results", "outcome")).containsExactly("APPLIED");
    }

    private void close(String period) {
        api.close("cup", period);
    }
}
