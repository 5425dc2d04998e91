package io.streakboard.settlement;

import io.streakboard.leaderboard.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Takes a season through the steps of its settlement, as far as it gets. */
@Component
class Settlement {

    private static final Logger log = LoggerFactory.getLogger(Settlement.class);

    /** Other instances may know for so long that a season is not settled, and read its board from Redis. */
    private static final Duration READERS_MOVE_ON = Duration.ofSeconds(2);

    private final StepLedger steps;
    private final Sealing sealing;
    private final Copying copying;
    private final Proof proof;
    private final SeasonBoards boards;
    private final BusinessTime time;

    Settlement(
            StepLedger steps, Sealing sealing, Copying copying, Proof proof, SeasonBoards boards, BusinessTime time) {
        this.steps = steps;
        this.sealing = sealing;
        this.copying = copying;
        this.proof = proof;
        this.boards = boards;
        this.time = time;
    }

    /** Runs the steps of an ended season that are not done yet, until one has to wait. */
    void advance(Season season) {
        var done = steps.steps(season.id()).stream()
                .filter(row -> row.state() == StepRow.State.DONE)
                .map(StepRow::step)
                .toList();
        for (var step : Step.values()) {
            if (!done.contains(step) && !advance(season, step)) {
                return;
            }
        }
    }

    private boolean advance(Season season, Step step) {
        var begun = steps.begin(season.id(), step);
        if (begun.isEmpty()) {
            return false;
        }
        var attempt = begun.get();
        try {
            var result = perform(season, attempt);
            if (result.waitsFor() != null) {
                steps.note(season.id(), attempt, "waits for " + result.waitsFor());
                return false;
            }
            if (result.mismatch() != null) {
                log.error("Season {} is not settled: {}", season.name(), result.mismatch());
                steps.mismatch(season.id(), attempt, result.mismatch());
                return false;
            }
            return steps.finish(season.id(), attempt, result.counted(), result.remark());
        } catch (RuntimeException failure) {
            log.warn("Step {} of season {} failed and will be tried again", step, season.name(), failure);
            steps.note(season.id(), attempt, "failed: " + failure);
            return false;
        }
    }

    private Result perform(Season season, StepRow attempt) {
        return switch (attempt.step()) {
            case SEAL -> sealing.seal(season, attempt);
            case TABLE -> copying.table(season, attempt, finishedAt(season, Step.SEAL));
            case COPY -> {
                proof.begin(season);
                yield copying.copy(season);
            }
            case VERIFY -> copying.confirm(season, () -> proof.verify(season, attempt));
            case CLEAR -> clear(season);
        };
    }

    private Result clear(Season season) {
        var verifiedAt = finishedAt(season, Step.VERIFY);
        if (time.now().isBefore(verifiedAt.plus(READERS_MOVE_ON))) {
            return Result.waitFor("readers of the board to move on to the table");
        }
        boards.clear(season);
        return Result.done(null);
    }

    private Instant finishedAt(Season season, Step step) {
        return steps.steps(season.id()).stream()
                .filter(row -> row.step() == step)
                .findFirst()
                .map(StepRow::finishedAt)
                .orElseThrow();
    }
}
