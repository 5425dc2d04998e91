package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.updates.LiveUpdates;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@IntegrationTest
class LiveUpdatesIntegrationTests {

    private static final String POINTS = "/api/boards/points/updates?season=";

    private final Api api;
    private final LiveUpdates updates;
    private final List<EventClient> clients = new ArrayList<>();

    LiveUpdatesIntegrationTests(Api api, LiveUpdates updates) {
        this.api = api;
        this.updates = updates;
    }

    @AfterEach
    void close() {
        clients.forEach(EventClient::close);
    }

    @Test
    void aStreamBeginsWithTheFirstPageAndTheOwnStanding() throws Exception {
        var month = Months.next();
        long ada = Learners.next();
        reviews(ada, 2, month + "-10T04:00:00Z");
        await().until(() -> points(ada, month) == 20);

        var stream = watch(ada, month);

        assertThat(stream.response().headers().firstValue("Content-Type")).contains("text/event-stream");
        await().until(() -> !stream.events("me").isEmpty()); // it comes after the page
        var page = stream.events("top").getFirst().data();
        var asked =
                api.learner(ada).get("/api/boards/points/top?season=" + month).body();
        assertThat(page.path("items")).isEqualTo(asked.path("items"));
        assertThat(page.path("total").asInt()).isEqualTo(1);
        assertThat(page.has("me")).isFalse();
        assertThat(stream.events("me"))
                .singleElement()
                .satisfies(me -> assertThat(me.data()).isEqualTo(asked.path("me")));
    }

    @Test
    void anAwardIsSentToLearnersWhoseStandingChanges() throws Exception {
        var month = Months.next();
        long ada = Learners.next();
        long bob = Learners.next();
        reviews(ada, 2, month + "-10T04:00:00Z");
        await().until(() -> points(ada, month) == 20);
        var first = watch(ada, month);
        var second = watch(bob, month);
        await().until(() ->
                !first.events("top").isEmpty() && !second.events("top").isEmpty());

        reviews(bob, 1, month + "-11T04:00:00Z");

        await().until(() -> second.events("me").size() == 1);
        assertThat(second.events("me").getFirst().data().path("rank").asInt()).isEqualTo(2);
        await().untilAsserted(() -> assertThat(
                        first.events("top").getLast().data().path("total").asInt())
                .isEqualTo(2));
        assertThat(first.events("me")).hasSize(1);
        assertThat(first.events("top").getLast().id())
                .isNotEqualTo(first.events("top").getFirst().id());
    }

    @Test
    void aViewerOfTheLatestStateGetsNothingUntilItChanges() throws Exception {
        var month = Months.next();
        long ada = Learners.next();
        reviews(ada, 1, month + "-10T04:00:00Z");
        await().until(() -> points(ada, month) == 10);
        var before = watch(ada, month);
        await().until(() -> !before.events("top").isEmpty());
        var seen = before.events("top").getLast().id();

        var again = watch(ada, month, "Last-Event-ID", seen);
        var outdated = watch(ada, month, "Last-Event-ID", seen + "0");

        await().until(() -> !outdated.events("top").isEmpty());
        reviews(ada, 2, month + "-11T04:00:00Z");
        await().until(() -> again.events("me").stream()
                .anyMatch(event -> event.data().path("score").asInt() > 10)); // or the board was rebuilt before
        assertThat(again.events("top")).noneMatch(event -> event.id().equals(seen));
    }

    @Test
    void aStreamEndsWithItsToken() throws Exception {
        long ada = Learners.next();
        var token = api.anonymous()
                .post("/dev/tokens", Map.of("learner", ada, "scopes", List.of(), "expiresInSeconds", 2))
                .at("/token")
                .asString();

        var stream = client(token, "current");

        await().until(stream::ended);
    }

    @Test
    void aStreamEndsOnceItsLearnerIsDeleted() throws Exception {
        long ada = Learners.next();
        var stream = watch(ada, "current");
        await().until(() -> !stream.events("top").isEmpty());

        api.admin().delete("/api/learners/" + ada + "?force=true").has(202);

        await().until(stream::ended); // with the next heartbeat
    }

    @Test
    void aLearnerMayHaveFiveStreams() throws Exception {
        long ada = Learners.next();
        for (int i = 0; i < 5; i++) {
            assertThat(watch(ada, "current").response().statusCode()).isEqualTo(200);
        }

        var sixth = watch(ada, "current");

        assertThat(sixth.response().statusCode()).isEqualTo(429);
        assertThat(sixth.response().headers().firstValue("Retry-After")).contains("2");
        assertThat(sixth.response().headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(sixth.problem().path("type").asString()).isEqualTo("urn:streakboard:problem:too-many-streams");
        clients.forEach(EventClient::close);
        await().until(() -> watch(ada, "current").response().statusCode() == 200);
    }

    @Test
    void allStreamsEndBeforeTheServerStops() throws Exception {
        long ada = Learners.next();
        var stream = watch(ada, "current");
        updates.stop();
        try {
            await().until(stream::ended);
            assertThat(watch(ada, "current").response().statusCode()).isEqualTo(503);
        } finally {
            updates.start();
        }
    }

    @Test
    void aStreamTakesNoPermitOfARequest() throws Exception {
        var streams = new ArrayList<EventClient>();
        for (int i = 0; i < 300; i++) { // more than there are places for a heap of this size
            streams.add(watch(Learners.next(), "current"));
        }

        await().until(() ->
                streams.stream().noneMatch(stream -> stream.events("top").isEmpty()));
        assertThat(streams).noneMatch(EventClient::ended);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/boards/points/updates?season=1969-12, 404, season-not-found",
        "/api/boards/nonsense/updates, 404, not-found"
    })
    void whatIsNotThereIsAProblem(String route, int status, String problem) throws Exception {
        var refused =
                new EventClient(api.url() + route, api.learner(Learners.next()).token());
        clients.add(refused);

        assertThat(refused.response().statusCode()).isEqualTo(status);
        assertThat(refused.problem().path("type").asString()).isEqualTo("urn:streakboard:problem:" + problem);
    }

    private EventClient watch(long learner, Object season, String... headers) throws Exception {
        return client(api.learner(learner).token(), season, headers);
    }

    private EventClient client(String token, Object season, String... headers) throws Exception {
        var client = new EventClient(api.url() + POINTS + season, token, headers);
        clients.add(client);
        return client;
    }

    private int points(long learner, YearMonth season) {
        return api.learner(learner)
                .get("/api/boards/points/top?season=" + season)
                .at("/me/score")
                .asInt(0);
    }

    private void reviews(long learner, int count, String at) {
        api.take(IntStream.range(0, count)
                .mapToObj(i -> Api.activity(learner, "REVIEW", at + i, at))
                .toList());
    }
}
