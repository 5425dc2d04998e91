package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions of admins on learners on the points board. */
@IntegrationTest
class PointsBoardActionsIntegrationTests {

    private static final String NOW = "2026-11-17T04:00:00Z";

    private final long learner = Learners.next();
    private final long other = Learners.next();
    private final Api api;

    PointsBoardActionsIntegrationTests(Api api) {
        this.api = api;
    }

    /** The hidden learner keeps the points and the rank, which are verified against the ledger. */
    @Test
    void aHiddenLearnerIsConcealedLiveAndSettledAndAfterARebuild() {
        var month = Months.next();
        earn(month + "-10T04:00:00Z", learner);
        earn(month + "-10T04:00:01Z", other);
        act("hide").has(200);

        concealed(month);
        api.admin()
                .actuate("/boards/points", Map.of("action", "rebuild", "season", month))
                .has(200);
        concealed(month);
        api.settleAndClear(month);
        concealed(month);

        assertThat(api.learner(learner)
                        .get("/api/boards/points/scores/me?season=" + month)
                        .has(200)
                        .at("/rank")
                        .asInt())
                .isEqualTo(1);
        assertThat(api.admin().actuator("/top/points?season=" + month).has(200).each("items", "member"))
                .containsExactly("" + learner, "" + other);
        assertThat(api.admin()
                        .actuator("/learners/" + learner)
                        .has(200)
                        .at("/facts/board/hiddenOn")
                        .toString())
                .isEqualTo("[\"points\"]");
        assertThat(api.admin().actuator("/audit?limit=1000").has(200).body().toString())
                .contains("hide", "" + learner);

        act("show").has(200);
        act("show").has(200);
        assertThat(members(api.learner(other), "top?season=" + month)).containsExactly("" + learner, "" + other);
    }

    private void concealed(YearMonth season) {
        var caller = api.learner(other);
        var top = caller.get("/api/boards/points/top?season=" + season).has(200);
        assertThat(top.each("items", "rank")).containsExactly("1", "2");
        assertThat(top.each("items", "member").getFirst()).startsWith("~");
        assertThat(top.each("items", "member").getLast()).isEqualTo("" + other);
        assertThat(members(caller, "around/" + other + "?season=" + season)).isEqualTo(top.each("items", "member"));
        assertThat(members(caller, "around/" + learner + "?season=" + season)).isEmpty();
        assertThat(members(caller, "members?season=" + season + "&ids=" + learner))
                .isEmpty();
        assertThat(caller.get("/api/boards/points/scores/" + learner + "?season=" + season)
                        .has(200)
                        .at("/score")
                        .asInt())
                .isZero();
    }

    @Test
    void aStreamConcealsALearnerWhoIsHiddenMeanwhile() throws Exception {
        var month = Months.next();
        earn(month + "-10T04:00:00Z", learner);
        try (var stream = new EventClient(
                api.url() + "/api/boards/points/updates?season=" + month,
                api.learner(other).token())) {
            await().until(() -> !stream.events("top").isEmpty());
            assertThat(stream.events("top").getLast().data().toString()).contains("" + learner);

            act("hide").has(200);

            await().untilAsserted(() ->
                    assertThat(stream.events("top").getLast().data().toString()).doesNotContain("" + learner));
        }
    }

    @Test
    void aRemovedLearnerLosesThePointsOfTheSeasonInTheLedger() {
        earn(NOW, learner);

        act("remove").has(200);
        act("remove").has(200);

        await().until(() -> score(learner) == 0);
        var records = api.learner(learner).get("/api/points/records?limit=5").has(200);
        assertThat(records.body().toString()).contains("Removed from the points board", "-10");
        assertThat(api.admin()
                        .get("/api/points/adjustments?learner=" + learner)
                        .has(200)
                        .each("items", "points"))
                .containsExactly("-10");
        earn("2026-11-17T05:00:00Z", learner);
        await().until(() -> score(learner) == 10);
    }

    @Test
    void pointsOfPastSeasonsAreNotTakenAway() {
        var month = Months.next();
        earn(month + "-10T04:00:00Z", learner);

        act("remove", Map.of("season", month)).isInvalid("season");
        act("remove", Map.of("season", "nonsense")).isProblem(404, "season-not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rename", "merge", "reset", "close", "explode", "HIDE"})
    void otherActionsAreNotForThePointsBoard(String action) {
        act(action, Map.of("to", "" + other)).isInvalid("action");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hide", "show", "remove"})
    void aMemberIsALearner(String action) {
        for (var member : List.of("song-7", "0", "-1", "007", "")) {
            api.admin()
                    .actuate("/boards/points", Map.of("action", action, "member", member))
                    .isInvalid("member");
        }
        api.admin().actuate("/boards/points", Map.of("action", action)).isInvalid("member");
    }

    private Api.Answer act(String action) {
        return act(action, Map.of());
    }

    private Api.Answer act(String action, Map<String, Object> more) {
        var body = new HashMap<String, Object>(Map.of("action", action, "member", "" + learner));
        body.putAll(more);
        return api.admin().actuate("/boards/points", body);
    }

    private void earn(String at, long by) {
        api.take(List.of(Api.activity(by, "REVIEW", at, at)));
        await().until(() -> !api.service()
                .get("/api/boards/points/scores/" + by + "?season=" + at.substring(0, 7))
                .has(200)
                .at("/rank")
                .isNull());
    }

    private int score(long of) {
        return api.service()
                .get("/api/boards/points/scores/" + of)
                .has(200)
                .at("/score")
                .asInt();
    }

    private static List<String> members(Caller caller, String path) {
        return caller.get("/api/boards/points/" + path).has(200).each("items", "member");
    }
}
