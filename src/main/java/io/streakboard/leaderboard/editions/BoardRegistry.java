package io.streakboard.leaderboard.editions;

import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/**
 * The boards that have editions, table {@code board}. A row is a lock: while a transaction holds it exclusively, no
 * scores of the board are written. Its rule is the one by which the scores are written: the rulebook's, or the last one
 * that the rulebook had of a board that was taken out.
 */
@Repository
public class BoardRegistry {

    private final JdbcClient jdbc;
    private final JsonMapper json;

    BoardRegistry(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /**
     * Adds the board before its first edition or moderation. A board whose editions were all removed gets its present
     * rule. Reads first, because a write waits for all holders of the lock.
     */
    public void add(BoardRule board) {
        var name = board.name();
        var written = jdbc.sql("SELECT rule FROM board WHERE name = ?")
                .param(name)
                .query(String.class)
                .optional();
        if (written.isEmpty()) {
            jdbc.sql("INSERT INTO board (name, rule) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name")
                    .params(name, json.writeValueAsString(board))
                    .update();
        } else if (!board.equals(json.readValue(written.get(), BoardRule.class))
                && !written().containsKey(name)) {
            change(board);
        }
    }

    /**
     * Excludes moderators and publishers until the transaction ends. Returns the greatest score that a member may get:
     * a published rule with a lower one limits scores before it is in force.
     */
    public Map<String, Long> share(Collection<String> boards) {
        var most = new HashMap<String, Long>();
        jdbc.sql("""
                        SELECT name, JSON_EXTRACT(rule, '$.maxScore') FROM board
                         WHERE name IN (:boards) ORDER BY name LOCK IN SHARE MODE
                        """).param("boards", boards).query(row -> {
            most.put(row.getString(1), row.getLong(2));
        });
        return most;
    }

    /** Excludes all others until the transaction ends. */
    public void lock(String board) {
        jdbc.sql("SELECT name FROM board WHERE name = ? FOR UPDATE")
                .param(board)
                .query(String.class)
                .list();
    }

    /** The rules of boards with editions, by name. */
    public Map<String, BoardRule> written() {
        return rules("""
                SELECT rule FROM board
                 WHERE EXISTS (SELECT 1 FROM board_edition e WHERE e.board = board.name AND removed_at IS NULL) ORDER BY name
                """).stream()
                .collect(toMap(BoardRule::name, rule -> rule, (one, same) -> one, LinkedHashMap::new));
    }

    /** Changes the rule by which scores are written from the next version on. */
    public void change(BoardRule rule) {
        jdbc.sql("UPDATE board SET rule = ? WHERE name = ?")
                .params(json.writeValueAsString(rule), rule.name())
                .update();
    }

    private List<BoardRule> rules(String query) {
        return jdbc.sql(query)
                .query((row, number) -> json.readValue(row.getString(1), BoardRule.class))
                .list();
    }

    /** Names of all boards of learners, including boards that were taken out. */
    public List<String> ofLearners() {
        return rules("SELECT rule FROM board ORDER BY name").stream()
                .filter(rule -> rule.members() == Members.LEARNER)
                .map(BoardRule::name)
                .toList();
    }
}
