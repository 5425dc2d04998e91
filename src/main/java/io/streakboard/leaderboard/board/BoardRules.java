package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.toMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The configured boards, and what is configured of the points board. */
public final class BoardRules {

    private final Map<String, BoardRule> byName;
    private final List<Long> bucketsOfPoints;

    public BoardRules(List<BoardRule> rules) {
        this(rules, List.of());
    }

    public BoardRules(List<BoardRule> rules, List<Long> bucketsOfPoints) {
        this.bucketsOfPoints = List.copyOf(bucketsOfPoints);
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

    /** Upper bounds of the ranges of points that Redis ranks apart; empty: all are ranked in one set. */
    public List<Long> bucketsOfPoints() {
        return bucketsOfPoints;
    }
}
