package io.streakboard.feed.table;

import static io.streakboard.support.Api.activities;
import static io.streakboard.support.Api.activity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.leaderboard.BoardFinal;
import io.streakboard.leaderboard.Boards;
import io.streakboard.points.Claim;
import io.streakboard.points.PointsLedger;
import io.streakboard.process.Token;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Rest;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

@IntegrationTest
class FeedIntegrationTests {

    private static final int WRITERS = 8;
    private static final int POSTINGS = 20;

    private final Api api;
    private final Rest rest;
    private final Api.Caller service;
    private final FeedTable feed;
    private final PointsLedger ledger;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transactions;
    private final JdbcClient jdbc;
    private final BusinessTime time;

    FeedIntegrationTests(
            Api api,
            Rest rest,
            FeedTable feed,
            PointsLedger ledger,
            ApplicationEventPublisher events,
            TransactionTemplate transactions,
            JdbcClient jdbc,
            BusinessTime time) {
        this.api = api;
        this.rest = rest;
        this.service = api.service();
        this.feed = feed;
        this.ledger = ledger;
        this.events = events;
        this.transactions = transactions;
        this.jdbc = jdbc;
        this.time = time;
    }

    @Test
    void aSignInAndItsPointsAreToldInThisOrder() {
        long learner = Learners.next();
        var from = end();

        api.learner(learner).post("/api/sign-ins").has(201);

        var told = await().until(() -> of(learner, from), all -> all.size() == 2);
        var day = time.today();
        assertThat(told)
                .extracting(event -> event.path("type").asString())
                .containsExactly("sign_in.recorded", "points.awarded");
        var signIn = told.getFirst();
        assertThat(signIn.path("id").asString()).isEqualTo("sign_in.recorded:" + learner + ":" + day);
        assertThat(signIn.path("specversion").asString()).isEqualTo("1.0");
        assertThat(signIn.at("/data/learner").asString()).isEqualTo(Long.toString(learner));
        assertThat(signIn.at("/data/learner").isString()).isTrue();
        assertThat(signIn.at("/data/day").asString()).isEqualTo(day.toString());
        assertThat(signIn.path("data").propertyNames())
                .containsExactlyInAnyOrder("learner", "day", "kind", "streak", "points", "at", "frozen");
        var award = told.getLast().path("data");
        assertThat(award.path("total").asLong()).isEqualTo(10);
        assertThat(award.propertyNames())
                .containsExactlyInAnyOrder(
                        "learner", "seasonId", "type", "points", "sourceId", "total", "corrections", "reachedAt");
    }

    @Test
    void aBadgeIsToldOnce() {
        long learner = Learners.next();
        var from = end();
        var give = Map.of("action", "give", "learner", learner, "badge", "saver");

        api.admin().actuate("/badges", give).has(200);
        api.admin().actuate("/badges", give).has(200);
        api.learner(learner).post("/api/sign-ins").has(201);

        var told =
                await().until(() -> of(learner, from), all -> all.size() == 3).getFirst();
        assertThat(told.path("id").asString()).isEqualTo("badge.given:" + learner + ":saver:200");
        assertThat(told.at("/data/learner").isString()).isTrue();
        assertThat(told.path("data").propertyNames()).containsExactlyInAnyOrder("learner", "badge", "level", "at");
    }

    /** While an upgrade goes on, a newer instance may write types that this one does not know. */
    @Test
    void anEventOfAnUnknownTypeIsToldAsItIs() {
        long learner = Learners.next();
        var from = end();

        jdbc.sql("""
                        INSERT INTO feed (event_id, type, subject, at, data, written_at)
                        VALUES (:id, 'of.tomorrow', :subject, '2012-08-01 04:00:00', '{"level": 3}', :now)
                        """)
                .param("id", "of.tomorrow:" + learner)
                .param("subject", "learners/" + learner)
                .param("now", Utc.column(time.now()))
                .update();

        var told = await().until(() -> of(learner, from), all -> !all.isEmpty());
        assertThat(told.getFirst().path("type").asString()).isEqualTo("of.tomorrow");
        assertThat(told.getFirst().at("/data/level").asInt()).isEqualTo(3);
    }

    /** Concurrent writers, two sequencers and a reader, as in production. */
    @Test
    void aReaderMissesNothingAndSeesEachLearnersTotalsRise() throws Exception {
        var learners = Stream.generate(Learners::next).limit(3).toList();
        open(learners.getFirst());
        var from = end();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writers = IntStream.range(0, WRITERS)
                    .<Future<?>>mapToObj(writer -> threads.submit(() -> write(learners, writer)))
                    .toList();
            var second = threads.submit(() -> {
                while (!writers.stream().allMatch(Future::isDone)) {
                    feed.sequence();
                }
            });

            var totals = new HashMap<String, List<Long>>();
            var cursor = from;
            int read = 0;
            while (read < WRITERS * POSTINGS * learners.size()) {
                var page = service.get("/api/feed?types=points.awarded&limit=7&wait=30s&after=" + cursor)
                        .has(200);
                var items = page.list("items");
                assertThat(items).as("events until the wait is over").isNotEmpty();
                for (var item : items) {
                    var learner = item.at("/data/learner").asString();
                    if (learners.contains(Long.valueOf(learner))
                            && item.at("/data/type").asString().equals("REVIEW")) {
                        totals.computeIfAbsent(learner, key -> new ArrayList<>())
                                .add(item.at("/data/total").asLong());
                        read++;
                    }
                }
                cursor = page.at("/next").asString();
            }
            for (var writer : writers) {
                writer.get();
            }
            second.get();

            for (long learner : learners) {
                var seen = totals.get(Long.toString(learner));
                assertThat(seen).hasSize(WRITERS * POSTINGS).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    private void open(long learner) {
        service.post("/api/activities", activities(List.of(activity(learner, "NOTE", "opens", "2012-08-01T04:00:00Z"))))
                .has(200);
    }

    private void write(List<Long> learners, int writer) {
        for (int i = 0; i < POSTINGS; i++) {
            var source = writer + "-" + i;
            ledger.post(learners.stream()
                    .map(learner ->
                            new Claim(learner, "REVIEW", source, Instant.parse("2012-08-02T04:00:00Z"), 10, null))
                    .toList());
        }
    }

    @Test
    void aCallerWaitsForTheNextEvent() {
        long learner = Learners.next();
        var from = end();
        var waiting = CompletableFuture.supplyAsync(
                () -> service.get("/api/feed?types=learner.deleted&wait=30s&after=" + from));

        api.admin().delete("/api/learners/" + learner + "?force=true").has(202);

        assertThat(waiting.join().has(200).each("items", "subject")).containsExactly("learners/" + learner);
    }

    @Test
    void aWaitInVainEndsWithACursorToGoOnWith() {
        var page = service.get("/api/feed?types=board.closed&wait=1s&after=" + end());

        assertThat(page.has(200).list("items")).isEmpty();
        service.get("/api/feed?after=" + page.at("/next").asString()).has(200);
    }

    @Test
    void moreWaitsThanACallerMayHaveAreRefused() {
        assertThatSomeWaitsAreRefused(i -> service);
    }

    @Test
    void waitsAreCountedByClientWhateverTheSubjects() {
        var client = "crm-" + Learners.next();
        assertThatSomeWaitsAreRefused(i -> api.bearing(Token.of("user-" + i)
                .claim("scope", "service")
                .claim("azp", client)
                .signed()));
    }

    private void assertThatSomeWaitsAreRefused(IntFunction<Api.Caller> caller) {
        rest.await(); // or deletions by other tests would end the waits
        var from = end();
        var waits = IntStream.range(0, 6)
                .mapToObj(caller)
                .map(each -> CompletableFuture.supplyAsync(
                        () -> each.get("/api/feed?types=learner.deleted&wait=30s&after=" + from)
                                .status(),
                        Thread::startVirtualThread))
                .toList();

        await().until(() -> waits.stream().anyMatch(each -> each.getNow(0) == 429));
        api.admin().delete("/api/learners/" + Learners.next() + "?force=true").has(202);

        assertThat(waits.stream().map(CompletableFuture::join)).contains(200).containsOnly(200, 429);
    }

    @Test
    void aFinalRankingIsToldWithoutItsLearners() {
        long learner = Learners.next();
        var from = end();
        var best = List.of(new Boards.BoardEntry(1, Long.toString(learner), 9, time.now()));

        publish(new BoardFinal("popular", "2012-08-04", null, learner, 1, best, time.now(), time.now()));

        var told = service.get("/api/feed?types=board.final&wait=30s&after=" + from);
        assertThat(told.has(200).each("items", "subject")).containsExactly("boards/popular");
        assertThat(told.at("/items/0/data/members").asInt()).isEqualTo(1);
        assertThat(told.at("/items/0/data").toString()).doesNotContain(Long.toString(learner));
    }

    @Test
    void aFactToldTwiceHasOneId() {
        long learner = Learners.next();
        var from = end();
        var recorded = new SignInsRecorded(
                List.of(new SignIn(learner, LocalDate.of(2012, 8, 3), SignIn.Kind.REGULAR, 1, 0, time.now(), 0)));

        publish(recorded);
        publish(recorded);

        var told = await().until(() -> of(learner, from), all -> all.size() == 2);
        assertThat(told.getFirst()).isEqualTo(told.getLast());
    }

    private void publish(Object event) {
        transactions.executeWithoutResult(status -> events.publishEvent(event));
    }

    @Test
    void whatIsRolledBackIsNotTold() {
        long learner = Learners.next();
        var from = end();

        transactions.executeWithoutResult(status -> {
            events.publishEvent(new LearnerDeleted(learner));
            status.setRollbackOnly();
        });
        feed.sequence();

        assertThat(of(learner, from)).isEmpty();
        assertThat(written(learner)).isZero();
    }

    private long written(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM feed WHERE subject = ?")
                .param("learners/" + learner)
                .query(Long.class)
                .single();
    }

    @Test
    void ofADeletedLearnerOnlyTheDeletionIsLeft() {
        long learner = Learners.next();
        var from = end();
        api.learner(learner).post("/api/sign-ins").has(201);
        await().until(() -> of(learner, from).size() == 2);

        api.admin().delete("/api/learners/" + learner + "?force=true").has(202);
        feed.on(new LearnerDeleted(learner));
        feed.on(new LearnerDeleted(learner));

        await().untilAsserted(() -> assertThat(of(learner, from))
                .extracting(event -> event.path("id").asString())
                .containsExactly("learner.deleted:" + learner));
    }

    @Test
    void whatIsOlderThanTheRetentionIsRemovedAndItsCursorsEnd() {
        var learner = Learners.next();
        var from = end();
        publish(new LearnerDeleted(learner));
        await().until(() -> !of(learner, from).isEmpty());
        var forgetful = new FeedTable(jdbc, new JdbcTemplate(), new FeedProperties(true, Duration.ofHours(-1)), time);

        int removed = Objects.requireNonNull(transactions.execute(status -> forgetful.expire(1_000_000)));

        assertThat(removed).isPositive();
        service.get("/api/feed?after=" + from).isProblem(410, "cursor-expired");
        service.get("/api/feed").has(200);
        service.get("/api/feed?after=" + end()).has(200);
    }

    @Test
    void aReaderMissesNothingThatIsRemovedWhileItReads() {
        var learner = Learners.next();
        var from = end();
        publish(new LearnerDeleted(learner));
        await().until(() -> !of(learner, from).isEmpty());
        var head = feed.head();
        var overtaken = new FeedTable(jdbc, new JdbcTemplate(), new FeedProperties(true, Duration.ofDays(7)), time) {

            @Override
            public EventSlice between(long position, long to, Set<FeedType> types, int limit) {
                removed(head.position());
                return super.between(position, to, types, limit);
            }
        };

        try {
            assertThatThrownBy(() -> overtaken.after(head.position() - 1, Set.of(), 10))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("cursor-expired");
        } finally {
            removed(head.removed());
        }
    }

    private void removed(long position) {
        jdbc.sql("UPDATE feed_head SET removed = ?").param(position).update();
    }

    @Test
    void whatIsWrongIsSaid() {
        service.get("/api/feed?after=x").isInvalid("after");
        service.get("/api/feed?types=points.awarded,points").isInvalid("types");
        service.get("/api/feed?wait=31s").isInvalid("wait");
        service.get("/api/feed?limit=1001").isInvalid("limit");
        service.get("/api/feed?after=" + Cursor.of(Long.MAX_VALUE)).isProblem(410, "cursor-expired");
        service.get("/api/feed?after=" + Cursor.of(-1)).isProblem(410, "cursor-expired");
        api.learner(Learners.next()).get("/api/feed").isProblem(403, "forbidden");
    }

    /** The cursor of the feed's end, once it has all committed events. */
    private String end() {
        while (feed.sequence() > 0) {
            // until nothing waits
        }
        return Cursor.of(feed.head().position());
    }

    private List<JsonNode> of(long learner, String from) {
        var all = new ArrayList<JsonNode>();
        var page = service.get("/api/feed?limit=1000&after=" + from).has(200);
        while (true) {
            page.list("items").stream()
                    .filter(item -> item.path("subject").asString().equals("learners/" + learner))
                    .forEach(all::add);
            var next = page.at("/next").asString();
            if (page.body().path("items").isEmpty()) {
                return all;
            }
            page = service.get("/api/feed?limit=1000&after=" + next).has(200);
        }
    }
}
