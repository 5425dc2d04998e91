package io.streakboard.leaderboard.seasons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.leaderboard.RawBoard;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Redis loses boards, or starts with older ones; nobody has to do anything about it. */
@IntegrationTest
class BoardRestorationIntegrationTests {

    private final Api api;
    private final Activities activities;
    private final SeasonBoards boards;
    private final Seasons seasons;
    private final StringRedisTemplate redis;
    private final Clock clock;
    private final JdbcClient jdbc;
    private final EditionRepair repair;

    BoardRestorationIntegrationTests(
            Api api,
            Activities activities,
            SeasonBoards boards,
            Seasons seasons,
            StringRedisTemplate redis,
            Clock clock,
            JdbcClient jdbc,
            EditionRepair repair) {
        this.repair = repair;
        this.clock = clock;
        this.api = api;
        this.activities = activities;
        this.boards = boards;
        this.seasons = seasons;
        this.redis = redis;
        this.jdbc = jdbc;
    }

    @Test
    void aLostBoardSaysSoUntilItIsBackWithAllLearners() {
        long first = Learners.next();
        long second = Learners.next();
        var season = played(first, second);
        assertThat(page(season).at("/degraded").asBoolean()).isFalse();

        try (var another = RawBoard.keepLost(season.id(), boards.live(season), redis)) {
            assertThat(page(season).at("/degraded").asBoolean()).isTrue();
            assertThat(page(season).at("/total").asInt()).isZero();
        }
        await().untilAsserted(() ->
                assertThat(page(season).at("/degraded").asBoolean()).isFalse());

        assertThat(page(season).each("items", "member")).containsExactly("" + first, "" + second);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/boards/points/top",
                "/api/boards/points/around/me",
                "/api/boards/points/members?ids=1",
                "/api/boards/points/scores/me",
                "/api/boards/points/count",
                "/api/boards/points/percentiles?percent=1",
                "/api/boards/points/distribution",
                "/api/boards/points/editions",
                "/api/points/summary"
            })
    void eachAnswerSaysWhetherItMayBeIncomplete(String route) {
        var current = seasons.current();
        long learner = Learners.next();
        await().until(() -> boards.live(current).complete());
        assertThat(degraded(route, learner)).isFalse();

        try (var another =
                RawBoard.rebuild(boards.live(current), false)) { // before the job finds that the mark is gone
            redis.unlink(RawBoard.mark(current.id()));
            assertThat(degraded(route, learner)).isTrue();
        }

        await().until(() -> !degraded(route, learner));
    }

    private boolean degraded(String route, long learner) {
        var degraded = api.learner(learner).get(route).has(200).at("/degraded");
        assertThat(degraded.isBoolean()).isTrue();
        return degraded.asBoolean();
    }

    @Test
    void theOwnPointsComeFromMySqlWhileTheBoardIsLost() {
        long learner = Learners.next();
        var season = played(learner);

        try (var another = RawBoard.keepLost(season.id(), boards.live(season), redis)) {
            var score = api.learner(Learners.next())
                    .get("/api/boards/points/scores/" + learner + "?season=" + season.name())
                    .has(200);
            assertThat(score.at("/score").asInt()).isEqualTo(10);
            assertThat(score.at("/rank").isNull()).isTrue();
            assertThat(score.at("/reachedAt").asString()).startsWith(season.name());
            assertThat(score.at("/degraded").asBoolean()).isTrue();

            var exported = api.learner(learner).get("/api/learners/me/export").has(200);
            var rank = exported.at("/data/boards/0");
            assertThat(rank.path("season").asString()).isEqualTo(season.name());
            assertThat(rank.path("points").asInt()).isEqualTo(10);
            assertThat(rank.path("rank").isNull()).isTrue();
            assertThat(rank.path("degraded").asBoolean()).isTrue();
        }
    }

    @Test
    void theOwnPointsOfThisSeasonComeFromMySqlWhileTheBoardIsLost() {
        var current = seasons.current();
        long learner = Learners.next();
        api.take(List.of(Api.activity(learner, "LESSON", "l-" + learner, clock.instant())));
        await().until(() -> boards.of(current).of(Long.toString(learner)) != null);
        var path = "/api/learners/query";
        Map<String, Object> query = Map.of("learners", List.of(learner), "fields", List.of("points", "rank"));
        int points =
                api.service().post(path, query).at("/items/0/fields/points").asInt();
        assertThat(points).isPositive();

        try (var another = RawBoard.keepLost(current.id(), boards.live(current), redis)) {
            var summary = api.learner(learner).get("/api/points/summary").has(200);
            assertThat(summary.at("/points").asInt()).isEqualTo(points);
            assertThat(summary.at("/rank").isNull()).isTrue();
            assertThat(summary.at("/degraded").asBoolean()).isTrue();

            var figures = api.service().post(path, query).has(200);
            assertThat(figures.at("/items/0/fields/points").asInt()).isEqualTo(points);
            assertThat(figures.at("/items/0/fields/rank").isNull()).isTrue();
            assertThat(figures.at("/degraded").asBoolean()).isTrue();

            var facts = api.admin().actuator("/learners/" + learner).at("/facts/board");
            assertThat(facts.path("points").asInt()).isEqualTo(points);
            assertThat(facts.path("rank").isNull()).isTrue();
            assertThat(facts.path("degraded").asBoolean()).isTrue();
        }
        await().until(() -> boards.live(current).complete());
    }

    @Test
    void whatAnotherProcessOfRedisHadIsRebuilt() {
        long ahead = Learners.next();
        long forgotten = Learners.next();
        var season = played(ahead, forgotten);

        redis.opsForZSet().remove(RawBoard.key(season.id()), RawBoard.member(jdbc, season.id(), forgotten));
        redis.opsForZSet().add(RawBoard.key(season.id()), RawBoard.member(jdbc, season.id(), ahead), 1 << 22);
        redis.opsForValue().set(RawBoard.mark(season.id()), "another process");

        await().until(() -> boards.live(season).complete()
                && repair.drift(boards.source(season)).none());
    }

    @Test
    void boardsAreCompleteBeforeTheirSeasonsBegin() {
        await().untilAsserted(() -> assertThat(seasons.newestFirst())
                .filteredOn(season -> season.state() == State.UPCOMING)
                .isNotEmpty()
                .allMatch(each -> boards.live(each).complete()));
    }

    @Test
    void adminsSeeThatABoardIsNotComplete() {
        var season = played(Learners.next());
        var route = "/boards/points?season=" + season.name();
        var admin = api.admin();
        assertThat(admin.actuator(route).at("/degraded").asBoolean()).isFalse();

        try (var another = RawBoard.keepLost(season.id(), boards.live(season), redis)) {
            assertThat(admin.actuator(route).at("/degraded").asBoolean()).isTrue();
            assertThat(metric(admin)).isPositive();
            admin.actuate("/boards/points", Map.of("action", "rebuild", "season", season.name()))
                    .isProblem(409, "run-under-way");
        }

        await().until(() -> metric(admin) == 0);
    }

    private static int metric(Api.Caller admin) {
        return admin.actuator("/metrics/streakboard.board.degraded?tag=boards:points")
                .has(200)
                .at("/measurements/0/value")
                .asInt();
    }

    @Test
    void aRebuildDuringWhichRedisIsWipedDoesNotCount() {
        var season = played(Learners.next());
        var rebuild = RawBoard.rebuild(boards.live(season), false);

        RawBoard.lose(season.id(), redis);

        rebuild.add(Score.ofLearner(Learners.next(), 1, season.startsAt(), 0));
        assertThatIllegalStateException().isThrownBy(rebuild::finish);
        await().until(() -> boards.live(season).complete()
                && repair.drift(boards.source(season)).none());
    }

    @Test
    void aRebuildThatAnotherProcessOfRedisHasNotSeenWholeDoesNotCount() {
        var season = played(Learners.next());
        var rebuild = RawBoard.rebuild(boards.live(season), false);
        var note = Objects.requireNonNull(redis.opsForValue().get(RawBoard.rebuilding(season.id())));

        // As if Redis had been started with the state of a moment ago
        redis.opsForValue().set(RawBoard.rebuilding(season.id()), note.replaceFirst("\\w+$", "another"));
        redis.unlink(RawBoard.mark(season.id()));

        assertThatIllegalStateException().isThrownBy(rebuild::finish);
        await().until(() -> boards.live(season).complete()
                && repair.drift(boards.source(season)).none());
    }

    @Test
    void whatARebuildThatHasEndedStillReadsDoesNotGetIntoTheNext() {
        var season = played(Learners.next());
        var first = RawBoard.rebuild(boards.live(season), false);
        redis.unlink(RawBoard.rebuilding(season.id()));
        try (var second = RawBoard.rebuild(boards.live(season), false)) {
            first.add(Score.ofLearner(Learners.next(), 1, season.startsAt(), 0));

            assertThatIllegalStateException().isThrownBy(first::finish);
            assertThat(second.finish()).isZero();
        }
        assertThat(repair.rebuild(boards.source(season))).isEqualTo(1);
    }

    @Test
    void aRebuildThatFailsDoesNotKeepOthersOut() {
        var season = played(Learners.next());

        try (var failing = RawBoard.rebuild(boards.live(season), false)) {
            failing.add(Score.ofLearner(Learners.next(), 1, season.startsAt(), 0));
            assertThatExceptionOfType(RunUnderWay.class).isThrownBy(() -> repair.rebuild(boards.source(season)));
        }

        assertThat(repair.rebuild(boards.source(season))).isEqualTo(1);
        assertThat(repair.drift(boards.source(season)).none()).isTrue();
    }

    @Test
    void theBoardOfASealedSeasonIsSealedBeforeItIsRebuilt() {
        var season = played(Learners.next());
        var late = List.of(Score.ofLearner(Learners.next(), 1, season.startsAt(), 0));

        try (var sealed = RawBoard.rebuild(boards.live(season), true)) {
            boards.live(season).update(late);
            assertThat(sealed.finish()).isZero();
        }
        try (var knowsNothingOfTheSeal = RawBoard.rebuild(boards.live(season), false)) {
            knowsNothingOfTheSeal.finish();
        }
        boards.live(season).update(late);

        assertThat(boards.of(season).page(0, 1, null).total()).isZero();
        redis.unlink(RawBoard.seal(season.id()));
        repair.rebuild(boards.source(season));
    }

    private Answer page(Season season) {
        return api.learner(Learners.next())
                .get("/api/boards/points/top?season=" + season.name())
                .has(200);
    }

    /** A season in which each learner got ten points, one second after the other. */
    private Season played(long... learners) {
        var day = Instant.parse(Months.next() + "-10T04:00:00Z");
        var season = seasons.at(day);
        activities.take(IntStream.range(0, learners.length)
                .mapToObj(i -> new Activity(learners[i], "REVIEW", "r", day.plusSeconds(i)))
                .toList());
        await().until(() -> boards.live(season).complete()
                && repair.drift(boards.source(season)).none());
        return season;
    }
}
