package io.streakboard.settlement;

import io.streakboard.events.Publications;
import io.streakboard.leaderboard.SeasonBoards;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonProperties;
import io.streakboard.season.Seasons;
import io.streakboard.signin.SignIns;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Takes a season through the steps of its settlement, as far as it gets. */
@Component
class Settlement {

    private static final Logger log = LoggerFactory.getLogger(Settlement.class);

    /** Other instances may know for so long that a season is not settled, and read its board from Redis. */
    private static final Duration READERS_MOVE_ON = Duration.ofSeconds(2);

    /** What has not been delivered for so long may belong to the season. */
    private static final Duration USUAL_DELIVERY = Duration.ofSeconds(5);

    /** What came of a try: done with what it counted, to wait for something, or not to go on. */
    private record Result(
            @Nullable Sum counted,
            @Nullable String waitsFor,
            @Nullable String mismatch) {

        static Result done(@Nullable Sum counted) {
            return new Result(counted, null, null);
        }

        static Result waitFor(String what) {
            return new Result(null, what, null);
        }

        static Result mismatch(String what) {
            return new Result(null, null, what);
        }
    }

    private final StepLedger steps;
    private final Pages pages;
    private final PageCopy copy;
    private final Seasons seasons;
    private final SeasonBoards boards;
    private final PointsTotals totals;
    private final SignIns signIns;
    private final Publications publications;
    private final SeasonProperties properties;
    private final BusinessTime time;

    Settlement(
            StepLedger steps,
            Pages pages,
            PageCopy copy,
            Seasons seasons,
            SeasonBoards boards,
            PointsTotals totals,
            SignIns signIns,
            Publications publications,
            SeasonProperties properties,
            BusinessTime time) {
        this.steps = steps;
        this.pages = pages;
        this.copy = copy;
        this.seasons = seasons;
        this.boards = boards;
        this.totals = totals;
        this.signIns = signIns;
        this.publications = publications;
        this.properties = properties;
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
            return steps.finish(season.id(), attempt, result.counted());
        } catch (RuntimeException failure) {
            log.warn("Step {} of season {} failed and will be tried again", step, season.name(), failure);
            steps.note(season.id(), attempt, "failed: " + failure);
            return false;
        }
    }

    private Result perform(Season season, StepRow attempt) {
        return switch (attempt.step()) {
            case SEAL -> seal(season, attempt);
            case TABLE -> table(season);
            case COPY -> copy(season);
            case VERIFY -> verify(season);
            case CLEAR -> clear(season);
        };
    }

    private Result seal(Season season, StepRow attempt) {
        var now = time.now();
        if (!attempt.waived() && now.isBefore(season.endsAt().plus(properties.grace()))) {
            return Result.waitFor("the grace period until " + season.endsAt().plus(properties.grace()));
        }
        if (!attempt.waived() && !quietSince(season, now.minus(properties.quietPeriod()))) {
            return Result.waitFor("a quiet period of " + properties.quietPeriod());
        }
        if (!signIns.recordedUntil(season.endsAt())) {
            return Result.waitFor("sign-ins in the journal");
        }
        var begun = Objects.requireNonNull(attempt.startedAt());
        if (!publications.deliveredUntil(latest(begun, now.minus(USUAL_DELIVERY)))) {
            return Result.waitFor("events to be delivered");
        }
        seasons.seal(season.id());
        return Result.done(null);
    }

    /** A season of the past that has just been opened waits for what it was opened for. */
    private boolean quietSince(Season season, Instant instant) {
        return season.createdAt().isBefore(instant) && totals.quietSince(season.id(), instant);
    }

    private static Instant latest(Instant first, Instant second) {
        return first.isAfter(second) ? first : second;
    }

    private Result table(Season season) {
        var sealedAt = Objects.requireNonNull(finishedAt(season, Step.SEAL));
        if (!publications.deliveredUntil(sealedAt)) {
            return Result.waitFor("events to be delivered");
        }
        boards.seal(season);
        long members = boards.members(season);
        pages.plan(season.id(), members);
        return Result.done(null);
    }

    private Result copy(Season season) {
        copy.copyAll(season);
        var progress = pages.progress(season.id());
        return progress.complete()
                ? Result.done(new Sum(progress.learners(), progress.points()))
                : Result.waitFor(progress.pages() - progress.done() + " pages under way on other instances");
    }

    /** The proof: as many learners with as many points in ledger, board, copy and table. */
    private Result verify(Season season) {
        var ledger = totals.sum(season.id());
        var progress = pages.progress(season.id());
        var copied = new Sum(progress.learners(), progress.points());
        var table = boards.complete(season);
        long members = boards.members(season);
        if (!ledger.equals(copied) || !ledger.equals(table) || members != ledger.learners()) {
            return Result.mismatch(
                    "ledger " + ledger + ", board " + members + " members, copied " + copied + ", table " + table);
        }
        seasons.settled(season, table.learners(), table.points());
        log.info("Season {} is settled: {} learners, {} points", season.name(), table.learners(), table.points());
        return Result.done(table);
    }

    private Result clear(Season season) {
        var verifiedAt = Objects.requireNonNull(finishedAt(season, Step.VERIFY));
        if (time.now().isBefore(verifiedAt.plus(READERS_MOVE_ON))) {
            return Result.waitFor("readers of the board to move on to the table");
        }
        boards.clear(season);
        return Result.done(null);
    }

    private @Nullable Instant finishedAt(Season season, Step step) {
        return steps.steps(season.id()).stream()
                .filter(row -> row.step() == step)
                .findFirst()
                .map(StepRow::finishedAt)
                .orElse(null);
    }
}
