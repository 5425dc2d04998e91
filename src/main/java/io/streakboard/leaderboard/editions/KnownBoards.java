package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The boards that have editions, table {@code board}. A row is a lock: as long as somebody has it alone, nobody writes
 * scores of the board.
 */
@Repository
public class KnownBoards {

    private final JdbcClient jdbc;

    KnownBoards(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Looks first: to write would wait for everybody who has the lock. */
    public void add(BoardRule board) {
        if (jdbc.sql("SELECT 1 FROM board WHERE name = ?")
                .param(board.name())
                .query(Integer.class)
                .optional()
                .isEmpty()) {
            jdbc.sql("INSERT INTO board (name, learners) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name")
                    .params(board.name(), board.members() == Members.LEARNER)
                    .update();
        }
    }

    /** Keeps moderators out until the transaction ends. */
    public void share(Collection<String> boards) {
        jdbc.sql("SELECT name FROM board WHERE name IN (:boards) ORDER BY name LOCK IN SHARE MODE")
                .param("boards", boards)
                .query(String.class)
                .list();
    }

    /** Keeps everybody else out until the transaction ends. */
    public void lock(String board) {
        jdbc.sql("SELECT name FROM board WHERE name = ? FOR UPDATE")
                .param(board)
                .query(String.class)
                .list();
    }

    /** The boards of learners. */
    public List<String> ofLearners() {
        return jdbc.sql("SELECT name FROM board WHERE learners ORDER BY name")
                .query((row, number) -> row.getString(1))
                .list();
    }
}
