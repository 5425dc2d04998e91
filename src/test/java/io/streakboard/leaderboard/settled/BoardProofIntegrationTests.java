package io.streakboard.leaderboard.settled;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.LearnerRange;
import io.streakboard.points.PointsTotals.ParallelRanges;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Months;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class BoardProofIntegrationTests {

    private final BoardProof proof;
    private final BoardTable table;
    private final PointsTotals totals;
    private final JdbcClient jdbc;
    private final Season season;
    private final SettlementSource subject;
    private final ScorePacking packing;

    BoardProofIntegrationTests(
            BoardProof proof, BoardTable table, PointsTotals totals, Seasons seasons, JdbcClient jdbc) {
        this.proof = proof;
        this.table = table;
        this.totals = totals;
        this.jdbc = jdbc;
        this.season = seasons.at(Instant.parse(Months.next() + "-10T04:00:00Z"));
        this.packing = ScorePacking.between(season.startsAt(), season.endsAt());
        this.subject = SettlementSource.settling(season);
    }

    @BeforeEach
    void empty() {
        jdbc.sql("DELETE FROM points_total_" + season.id()).update();
        jdbc.sql("DELETE FROM points_board_" + season.id()).update();
        table.index(subject.table());
    }

    @Test
    void comparesInstantsToThePrecisionOfAScore() {
        var lastTold = season.startsAt().plusSeconds(packing.latest());
        var instants = List.of(
                season.startsAt().minus(Duration.ofDays(400)),
                season.startsAt().minusMillis(1),
                season.startsAt(),
                season.startsAt().plusMillis(999),
                season.startsAt().plusMillis(1_000),
                season.endsAt().minusMillis(1),
                lastTold,
                lastTold.plusMillis(999),
                lastTold.plusSeconds(1),
                lastTold.plus(Duration.ofDays(400)));
        var ranks = new ArrayList<Standing>();
        for (int i = 0; i < instants.size(); i++) {
            total(i + 1, 100 - i, instants.get(i));
            ranks.add(
                    packing.standing(i + 1, i + 1, packing.pack(Score.ofLearner(i + 1, 100 - i, instants.get(i), 0))));
        }
        write(ranks);

        assertThat(difference()).isEmpty();
        assertThat(proof.disorder(subject)).isEmpty();

        for (var seconds : new int[] {-1, 1}) {
            write(ranks.stream()
                    .map(rank -> new Standing(
                            rank.rank(),
                            rank.learner(),
                            rank.points(),
                            rank.reachedAt().plusSeconds(seconds)))
                    .toList());
            assertThat(difference()).get().asString().startsWith(ranks.size() + " ranks differ");
        }
    }

    @Test
    void aRankWithoutPointsIsWrongWhateverTheTotal() {
        total(1, 10, season.startsAt());
        total(2, 0, season.startsAt());
        total(3, -5, season.startsAt());
        total(4, 5, null);
        write(List.of(
                new Standing(1, 1, 10, season.startsAt()),
                new Standing(2, 2, 0, season.startsAt()),
                new Standing(3, 3, -5, season.startsAt()),
                new Standing(4, 4, 5, season.startsAt()),
                new Standing(5, 5, 1, season.startsAt())));

        assertThat(difference())
                .hasValue("4 ranks differ from the totals, first: table %s, totals nothing"
                        .formatted(new Standing(2, 2, 0, season.startsAt())));
    }

    @Test
    void aLearnerWithTwoRightRanksInPlaceOfAnotherIsFound() {
        total(1, 10, season.startsAt());
        total(2, 10, season.startsAt());
        write(List.of(new Standing(1, 1, 10, season.startsAt()), new Standing(2, 1, 10, season.startsAt())));

        assertThat(difference()).hasValue("2 learners have no rank or more than one, first: learner=1");
    }

    @Test
    void aTotalWithoutAnInstantMustHaveARankToo() {
        total(1, 10, season.startsAt());
        total(2, 5, null);
        write(List.of(new Standing(1, 1, 10, season.startsAt())));

        assertThat(difference()).hasValue("1 learners have no rank or more than one, first: learner=2");
    }

    @Test
    void anyTwoNeighboursInTheWrongOrderAreFound() {
        var early = season.startsAt();
        var late = early.plusSeconds(1);
        write(List.of(
                new Standing(1, 1, 10, early),
                new Standing(2, 2, 10, early),
                new Standing(3, 3, 10, late),
                new Standing(4, 4, 9, early)));
        assertThat(proof.disorder(subject)).isEmpty();

        write(List.of(
                new Standing(1, 1, 10, late),
                new Standing(2, 2, 10, early),
                new Standing(3, 3, 8, early),
                new Standing(4, 4, 9, early)));
        assertThat(proof.disorder(subject))
                .get()
                .asString()
                .startsWith("2 ranks are out of order, first: table [Standing[rank=1,");
    }

    private Optional<String> difference() {
        return proof.difference(subject, new ParallelRanges() {
            @Override
            public <T> List<T> each(Function<LearnerRange, T> comparison) {
                return totals.ranges(season.id()).stream().map(comparison).toList();
            }
        });
    }

    private void write(List<Standing> ranks) {
        table.write(subject.table(), 1, ranks.size(), ranks);
    }

    private void total(long learner, long points, @Nullable Instant reachedAt) {
        jdbc.sql("""
                        INSERT INTO points_total_%d (user_id, points, reached_at, corrections, updated_at)
                        VALUES (:learner, :points, :reachedAt, 0, :updatedAt)
                        """.formatted(season.id()))
                .param("learner", learner)
                .param("points", points)
                .param("reachedAt", Utc.nullableColumn(reachedAt))
                .param("updatedAt", Utc.column(season.endsAt()))
                .update();
    }
}
