package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/**
 * The boards that have editions, table {@code board}, each with the rule by which its scores were written. A row is a
 * lock: while a transaction holds it exclusively, no scores of the board are written.
 */
@Repository
public class BoardRegistry {

    private final JdbcClient jdbc;
    private final JsonMapper json;

    BoardRegistry(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Reads first: a write would wait for every holder of the lock. */
    public void add(BoardRule board) {
        if (jdbc.sql("SELECT 1 FROM board WHERE name = ?")
                .param(board.name())
                .query(Integer.class)
                .optional()
                .isEmpty()) {
            jdbc.sql("INSERT INTO board (name, rule) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name")
                    .params(board.name(), json.writeValueAsString(board))
                    .update();
        }
    }

    /** Excludes moderators until the transaction ends. */
    public void share(Collection<String> boards) {
        jdbc.sql("SELECT name FROM board WHERE name IN (:boards) ORDER BY name LOCK IN SHARE MODE")
                .param("boards", boards)
                .query(String.class)
                .list();
    }

    /** Excludes all others until the transaction ends. */
    public void lock(String board) {
        jdbc.sql("SELECT name FROM board WHERE name = ? FOR UPDATE")
                .param(board)
                .query(String.class)
                .list();
    }

    /** The rule by which a board's scores were written; empty if it never had one. */
    public Optional<BoardRule> rule(String board) {
        return jdbc.sql("SELECT rule FROM board WHERE name = ?")
                .param(board)
                .query((row, number) -> json.readValue(row.getString(1), BoardRule.class))
                .optional();
    }

    /** Changes the rule by which scores are written from now on. */
    public void change(BoardRule rule) {
        jdbc.sql("UPDATE board SET rule = ? WHERE name = ?")
                .params(json.writeValueAsString(rule), rule.name())
                .update();
    }

    /** The rules of all boards, including boards that are no longer configured. */
    List<BoardRule> all() {
        return jdbc.sql("SELECT rule FROM board ORDER BY name")
                .query((row, number) -> json.readValue(row.getString(1), BoardRule.class))
                .list();
    }

    /** Names of all boards of learners, including boards that are no longer configured. */
    public List<String> ofLearners() {
        return all().stream()
                .filter(rule -> rule.members() == Members.LEARNER)
                .map(BoardRule::name)
                .toList();
    }
}
