package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.toMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The rules of all boards. */
public final class BoardRules {

    private final Map<String, BoardRule> byName;
    private final BoardRule points;

    public BoardRules(List<BoardRule> rules) {
        this(rules, BoardRule.ofPoints(List.of()));
    }

    public BoardRules(List<BoardRule> rules, BoardRule points) {
        this.points = points;
        this.byName = rules.stream()
                .collect(toMap(BoardRule::name, Function.identity(), (first, second) -> first, LinkedHashMap::new));
    }

    /** Without the points board, in the order of the configuration. */
    public List<BoardRule> all() {
        return List.copyOf(byName.values());
    }

    public Optional<BoardRule> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The points board, whose scores come from the ledger. */
    public BoardRule points() {
        return points;
    }
}
