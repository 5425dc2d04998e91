package io.streakboard.leaderboard;

import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.editions.DueEditions;
import io.streakboard.leaderboard.editions.DueEditions.EndingPeriod;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.TodayFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** The boards whose rankings end within three days, without those that begin anew each day or more often. */
@Component
class BoardsEndingSoon implements TodayFigures {

    /** @param rankings one, or with partitions one for each */
    record EndingBoard(String board, String title, String period, Instant endsAt, long rankings) {}

    private static final Duration SOON = Duration.ofDays(3);
    private static final int LEAST_DAYS = 2;
    private static final int MOST = 20;

    private final DueEditions editions;
    private final BoardRules rules;
    private final BusinessTime time;

    BoardsEndingSoon(DueEditions editions, BoardRules rules, BusinessTime time) {
        this.editions = editions;
        this.rules = rules;
        this.time = time;
    }

    @Override
    public String section() {
        return "boards";
    }

    @Override
    public Duration freshFor() {
        return Duration.ofMinutes(1);
    }

    @Override
    public List<EndingBoard> figures() {
        var now = time.now();
        return editions.ending(now, now.plus(SOON), LEAST_DAYS, MOST).stream()
                .map(this::ending)
                .toList();
    }

    private EndingBoard ending(EndingPeriod ending) {
        var title =
                rules.find(ending.board()).map(rule -> rule.title().toString()).orElse(ending.board());
        return new EndingBoard(ending.board(), title, ending.period(), ending.endsAt(), ending.rankings());
    }
}
