package io.streakboard.leaderboard.scores;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.book.ScoreService;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.leaderboard.periods.WindowPeriods;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * An instance that knows one board, with a clock of its own, on the shared servers. The test decides when and in which order
 * commits get to Redis.
 */
final class SlidingInstance implements AutoCloseable {

    final BoardRule board;
    final BusinessTime time;
    final Editions editions;
    final EditionRepair repair;
    final Moderation moderation;
    final WindowJob sliding;
    final ScoreTable scores;
    private final AnnotationConfigApplicationContext context;
    private final ScoreService service;
    private final ScoresListener listener;
    private final LiveBoards live;
    private final List<ScoresChanged> committed;

    /** @param committed shared by all instances: any of them delivers it */
    SlidingInstance(
            ApplicationContext application, BoardRule board, Clock clock, ZoneId zone, List<ScoresChanged> committed) {
        this.board = board;
        this.committed = committed;
        this.time = new BusinessTime(clock, zone);
        this.context = new AnnotationConfigApplicationContext() {

            @Override
            public void publishEvent(Object event) {
                if (event instanceof ScoresChanged changed) {
                    committed.add(changed);
                } else {
                    super.publishEvent(event);
                }
            }
        };
        context.setParent(application);
        context.registerBean("clock", Clock.class, () -> clock);
        context.registerBean("businessTime", BusinessTime.class, () -> time);
        context.registerBean("boardRules", BoardRules.class, () -> new BoardRules(List.of(board)));
        context.scan(
                "io.streakboard.leaderboard.book",
                "io.streakboard.leaderboard.editions",
                "io.streakboard.leaderboard.live",
                "io.streakboard.leaderboard.scores");
        context.refresh();
        this.editions = context.getBean(Editions.class);
        this.repair = context.getBean(EditionRepair.class);
        this.moderation = context.getBean(Moderation.class);
        this.sliding = context.getBean(WindowJob.class);
        this.scores = context.getBean(ScoreTable.class);
        this.service = context.getBean(ScoreService.class);
        this.listener = context.getBean(ScoresListener.class);
        this.live = context.getBean(LiveBoards.class);
    }

    Period window(LocalDate last) {
        return new WindowPeriods(time, board).ending(last);
    }

    SubmissionResult take(Submission submission) {
        return service.take(List.of(submission)).getFirst();
    }

    List<SubmissionResult> take(List<Submission> submissions) {
        return service.take(submissions);
    }

    Submission submission(String member, @Nullable String partition, long value, String messageId, Instant at) {
        return TestBoards.submission(board, window(time.dayOf(at)), member, partition, value, messageId, at, null);
    }

    StoredEdition edition(LocalDate last, @Nullable String partition) {
        return edition(window(last), partition);
    }

    StoredEdition edition(Period period, @Nullable String partition) {
        return editions.find(board, period, partition).orElseThrow();
    }

    /** The same, with nothing remembered of what it was before a reset on another instance. */
    StoredEdition fresh(LocalDate last, @Nullable String partition) {
        return fresh(window(last), partition);
    }

    StoredEdition fresh(Period period, @Nullable String partition) {
        editions.forget(edition(period, partition));
        return edition(period, partition);
    }

    LiveEdition live(StoredEdition edition) {
        return live.of(edition.edition());
    }

    Ranking ranking(StoredEdition edition) {
        return ranking(edition.edition());
    }

    Ranking ranking(Edition edition) {
        return live.ranking(edition);
    }

    /** In any order, some twice. */
    void deliverAll(Random random) {
        Collections.shuffle(committed, random);
        var some = new ArrayList<>(committed.subList(0, random.nextInt(committed.size() + 1)));
        committed.forEach(listener::on);
        committed.clear();
        some.forEach(listener::on);
    }

    void deliverSome(Random random) {
        if (!committed.isEmpty()) {
            listener.on(committed.remove(random.nextInt(committed.size())));
        }
    }

    /** Builds an edition while something happens, before its scores are read and after that; or breaks the build off. */
    void rebuildAmid(StoredEdition edition, Random random, Runnable something) {
        try {
            live(edition).rebuild(false, edition.board().bounds(), to -> {
                something.run();
                deliverSome(random);
                scores.forEach(edition, to);
                something.run();
                deliverAll(random);
                if (random.nextInt(3) == 0) {
                    throw new IllegalStateException("broken off");
                }
            });
        } catch (IllegalStateException brokenOff) {
            assertThat(brokenOff).hasMessage("broken off");
        }
    }

    /** So long before a day begins. */
    Instant before(LocalDate day, Duration duration) {
        return requireNonNull(window(day.minusDays(1)).endsAt()).minus(duration);
    }

    @Override
    public void close() {
        context.close();
    }
}
