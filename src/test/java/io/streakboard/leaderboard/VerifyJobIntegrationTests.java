package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.fed.FedBoards;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Boards that the ledger feeds are compared with it, and rebuilt where they differ. */
@FedBoards
class VerifyJobIntegrationTests {

    private static final Duration FILLED = Duration.ofSeconds(60);

    /** The learner has three lessons. */
    private enum Damage {
        DELETED_IN_REDIS,
        ADDED_IN_REDIS,
        DELETED_IN_THE_BOOK,
        RAISED_IN_THE_BOOK,
        DELETED_IN_THE_LEDGER,
        ADDED_IN_THE_LEDGER
    }

    private final VerifyJob job;
    private final Api api;
    private final Editions editions;
    private final EditionRepair repair;
    private final LiveBoards live;
    private final Seasons seasons;
    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;
    private final MeterRegistry metrics;
    private final BusinessTime time;
    private final BoardRule today;
    private final Cycles cycles;
    private final long learner = Learners.next();

    VerifyJobIntegrationTests(
            VerifyJob job,
            Api api,
            Editions editions,
            EditionRepair repair,
            LiveBoards live,
            Seasons seasons,
            StringRedisTemplate redis,
            JdbcClient jdbc,
            MeterRegistry metrics,
            BusinessTime time,
            BoardRules rules,
            Cycles cycles) {
        this.job = job;
        this.api = api;
        this.editions = editions;
        this.repair = repair;
        this.live = live;
        this.seasons = seasons;
        this.redis = redis;
        this.jdbc = jdbc;
        this.metrics = metrics;
        this.time = time;
        this.today = rules.find("today").orElseThrow();
        this.cycles = cycles;
    }

    @BeforeEach
    void threeLessons() {
        await().atMost(FILLED).until(() -> !repair.isFilling(today));
        api.take(IntStream.of(1, 2, 3)
                .mapToObj(source -> Api.activity(learner, "LESSON", "v-" + source, time.now()))
                .toList());
        await().until(() -> editions.find(today, cycles.current(today), null).isPresent());
        await().until(() -> shown(learner), Long.valueOf(30)::equals);
        await().untilAsserted(() -> assertThat(differing()).isZero());
    }

    @ParameterizedTest
    @EnumSource
    void whatDiffersTwiceIsRebuilt(Damage damage) {
        long other = Learners.next();
        long expected = damage(damage, other);
        var damaged = shown(learner);

        assertThat(differing()).isPositive();
        assertThat(repair.isFilling(today)).as("awards may be under way").isFalse();
        assertThat(shown(learner)).isEqualTo(damaged);
        assertThat(differing()).isPositive();

        await().atMost(FILLED).until(() -> !repair.isFilling(today));
        await().untilAsserted(() -> assertThat(differing()).isZero());
        assertThat(shown(learner)).isEqualTo(expected);
        assertThat(shown(other)).isNull();
    }

    /** @return the learner's points in the ledger after it */
    private long damage(Damage damage, long other) {
        var key = new BoardKeys(edition().edition()).live();
        var ledger = "points_record_" + seasons.current().id();
        switch (damage) {
            case DELETED_IN_REDIS -> redis.opsForZSet().remove(key, member(learner));
            case ADDED_IN_REDIS ->
                redis.opsForZSet()
                        .add(
                                key,
                                member(other),
                                requireNonNull(redis.opsForZSet().score(key, member(learner))));
            case DELETED_IN_THE_BOOK -> {
                inTheBook("DELETE FROM board_score");
                repair.rebuild(repair.source(edition()));
            }
            case RAISED_IN_THE_BOOK -> {
                inTheBook("UPDATE board_score SET score = score + 7");
                repair.rebuild(repair.source(edition()));
            }
            case DELETED_IN_THE_LEDGER ->
                jdbc.sql("DELETE FROM " + ledger + " WHERE user_id = ? AND source_id = 'v-2'")
                        .param(learner)
                        .update();
            case ADDED_IN_THE_LEDGER ->
                jdbc.sql("INSERT INTO " + ledger + """
                                 (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at)
                                SELECT user_id, type, 'v-4', day, points, outcome, occurred_at, recorded_at
                                  FROM %s WHERE user_id = ? AND source_id = 'v-1'
                                """.formatted(ledger))
                        .param(learner)
                        .update();
        }
        return switch (damage) {
            case DELETED_IN_THE_LEDGER -> 20;
            case ADDED_IN_THE_LEDGER -> 40;
            default -> 30;
        };
    }

    private void inTheBook(String statement) {
        jdbc.sql(statement + " WHERE edition_id = ? AND member = ?")
                .params(edition().id(), Long.toString(learner))
                .update();
    }

    private double differing() {
        job.verify();
        return metrics.get("streakboard.board.drift").gauge().value();
    }

    private StoredEdition edition() {
        return editions.find(today, cycles.current(today), null).orElseThrow();
    }

    private String member(long id) {
        return BoardMember.of(edition().edition().tiebreaker(), id);
    }

    private @Nullable Long shown(long id) {
        var entry = live.ranking(edition().edition()).of(Long.toString(id));
        return entry == null ? null : entry.score();
    }
}
