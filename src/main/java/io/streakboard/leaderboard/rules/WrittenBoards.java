package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.web.Outage;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The boards that have editions, for what is asked about a board that is not in force: it may have been taken out, or
 * this instance does not know the newest rules. MySQL is asked once in two seconds at most, however many callers name
 * boards that do not exist.
 */
@Component
class WrittenBoards {

    private static final long ASK_EVERY = Duration.ofSeconds(2).toNanos();

    private final BoardRegistry boards;
    private final BoardsSection section;
    private volatile @Nullable Map<String, BoardRule> last;
    private volatile long askedAt;
    private volatile boolean asking;

    WrittenBoards(BoardRegistry boards, BoardsSection section) {
        this.boards = boards;
        this.section = section;
    }

    Map<String, BoardRule> all() {
        var known = last;
        return known == null || System.nanoTime() - askedAt >= ASK_EVERY && !asking ? ask() : known;
    }

    private synchronized Map<String, BoardRule> ask() {
        var known = last;
        if (known != null && System.nanoTime() - askedAt < ASK_EVERY) {
            return known; // another caller has asked meanwhile
        }
        asking = true;
        try {
            var read = Outage.withFallback(this::read, () -> Optional.ofNullable(known));
            last = read;
            return read;
        } finally {
            askedAt = System.nanoTime();
            asking = false;
        }
    }

    private Map<String, BoardRule> read() {
        section.refresh();
        return boards.written();
    }
}
