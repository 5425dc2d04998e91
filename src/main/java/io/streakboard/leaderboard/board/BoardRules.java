package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.toMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The configured boards, without the points board. */
public final class BoardRules {

    private final Map<String, BoardRule> byName;

    public BoardRules(List<BoardRule> rules) {
        this.byName = rules.stream()
                .collect(toMap(BoardRule::name, Function.identity(), (first, second) -> first, LinkedHashMap::new));
    }

    /** In the order of the configuration. */
    public List<BoardRule> all() {
        return List.copyOf(byName.values());
    }

    public Optional<BoardRule> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
