package io.streakboard.leaderboard.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.book.ScoreModel.Place;
import io.streakboard.leaderboard.book.ScoreModel.Standing;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.scores.TestBoards;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Random scores, repeated, out of order and late, compared with a plain model. */
@IntegrationTest
class ScoreModelIntegrationTests {

    private static final int SUBMISSIONS = 3_000;
    private static final int MEMBERS = 12;

    private final ScoreService service;
    private final Editions editions;
    private final EditionRepair repair;
    private final JdbcClient jdbc;
    private final Instant now;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    ScoreModelIntegrationTests(
            ScoreService service, Editions editions, EditionRepair repair, JdbcClient jdbc, BusinessTime time) {
        this.service = service;
        this.editions = editions;
        this.repair = repair;
        this.jdbc = jdbc;
        this.now = time.now().truncatedTo(ChronoUnit.MILLIS);
    }

    @RepeatedTest(3)
    void tablesLogResultsAndRankingsEqualTheModel() {
        var boards = boards();
        var model = new ScoreModel(now);
        var sent = submissions(boards);
        for (int from = 0; from < sent.size(); ) {
            int to = Math.min(sent.size(), from + 1 + random.nextInt(400));
            var batch = sent.subList(from, to);
            var expected = batch.stream().map(model::take).toList();
            var results = service.take(batch);
            for (int i = 0; i < batch.size(); i++) {
                assertThat(results.get(i))
                        .as("seed %d, receipt %d of %s", seed, from + i, batch.get(i))
                        .usingRecursiveComparison()
                        .ignoringFields("ranks", "violation")
                        .isEqualTo(expected.get(i));
            }
            from = to;
        }

        var standings = new HashMap<Place, Standing>();
        boards.forEach(board -> standings.putAll(standings(board)));
        assertThat(standings).as("seed %d", seed).isEqualTo(model.standings());
        assertThat(boards.stream().mapToLong(this::logged).sum())
                .as("seed %d", seed)
                .isEqualTo(model.counted());
        boards.stream()
                .flatMap(board -> editions.page(board, Long.MAX_VALUE, 1_000).stream())
                .forEach(edition -> assertThat(
                                repair.drift(repair.source(edition)).none())
                        .as(
                                "seed %d, %s in Redis: %s",
                                seed, edition.edition().name(), repair.drift(repair.source(edition)))
                        .isTrue());
    }

    private List<BoardRule> boards() {
        var boards = new ArrayList<BoardRule>();
        for (var operator : Operator.values()) {
            for (var buckets : List.of(List.<String>of(), List.of("4", "20", "300"))) {
                boards.add(TestBoards.rule(
                        operator,
                        Order.values()[random.nextInt(2)],
                        Ties.values()[random.nextInt(3)],
                        random.nextBoolean(),
                        Members.ANY,
                        buckets));
            }
        }
        return boards;
    }

    /** About a third comes twice or more, in another order and sometimes with another value or time. */
    private List<Submission> submissions(List<BoardRule> boards) {
        var sent = new ArrayList<Submission>();
        for (int i = 0; i < SUBMISSIONS; i++) {
            sent.add(
                    i > 0 && random.nextInt(3) == 0
                            ? repeated(sent.get(random.nextInt(sent.size())))
                            : submission(boards.get(random.nextInt(boards.size())), "m-" + i));
        }
        for (int i = 0; i < 1_000; i++) {
            Collections.swap(sent, random.nextInt(SUBMISSIONS), random.nextInt(SUBMISSIONS));
        }
        return sent;
    }

    private Submission repeated(Submission first) {
        var other = submission(first.board(), first.messageId());
        return random.nextBoolean()
                ? first
                : TestBoards.submission(
                        other.board(),
                        other.period(),
                        first.member(),
                        other.partition(),
                        other.value(),
                        first.messageId(),
                        other.occurredAt(),
                        null);
    }

    private Submission submission(BoardRule board, String messageId) {
        var at = now.minusMillis(random.nextLong(5 * 86_400_000L)).truncatedTo(ChronoUnit.MILLIS);
        if (random.nextInt(4) == 0) {
            at = at.truncatedTo(ChronoUnit.HOURS);
        }
        return TestBoards.submission(
                board,
                TestBoards.day(at),
                "member-" + random.nextInt(MEMBERS),
                board.partitioned() ? "p" + random.nextInt(3) : null,
                random.nextInt(-20, 60),
                messageId,
                at,
                null);
    }

    private Map<Place, Standing> standings(BoardRule board) {
        var standings = new HashMap<Place, Standing>();
        jdbc.sql("""
                        SELECT e.period_key, e.partition_key, s.member, s.score, s.reached_at
                          FROM board_edition e JOIN board_score s ON s.edition_id = e.id WHERE e.board = ?
                        """).param(board.name()).query(row -> {
            standings.put(
                    new Place(
                            board.name(),
                            row.getString("period_key"),
                            row.getString("partition_key"),
                            row.getString("member")),
                    new Standing(row.getLong("score"), Utc.instant(row, "reached_at")));
        });
        return standings;
    }

    private long logged(BoardRule board) {
        return jdbc.sql("SELECT COUNT(*) FROM board_score_log WHERE board = ?")
                .param(board.name())
                .query(Long.class)
                .single();
    }
}
