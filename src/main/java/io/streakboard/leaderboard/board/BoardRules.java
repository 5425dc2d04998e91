package io.streakboard.leaderboard.board;

import static java.util.stream.Collectors.toMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The rules of all boards: of those in force, which take scores, and of those that were taken out and still have
 * editions, which are only read.
 */
public final class BoardRules {

    /** The boards in force, in the order of the rulebook. */
    public record BoardsInForce(List<BoardRule> all, Map<String, BoardRule> byName, BoardRule points) {

        public static BoardsInForce of(List<BoardRule> rules, BoardRule points) {
            Map<String, BoardRule> byName = rules.stream()
                    .collect(toMap(BoardRule::name, Function.identity(), (first, second) -> first, LinkedHashMap::new));
            return new BoardsInForce(List.copyOf(byName.values()), byName, points);
        }
    }

    private final Supplier<BoardsInForce> inForce;
    private final Supplier<Map<String, BoardRule>> written;

    /** The same at all times. */
    public BoardRules(List<BoardRule> rules) {
        this(rules, BoardRule.ofPoints(List.of()));
    }

    public BoardRules(List<BoardRule> rules, BoardRule points) {
        var all = BoardsInForce.of(rules, points);
        this(() -> all, Map::of);
    }

    /**
     * @param inForce a request may ask often
     * @param written the rules of boards with editions, some of which were taken out; may ask MySQL now and then
     */
    public BoardRules(Supplier<BoardsInForce> inForce, Supplier<Map<String, BoardRule>> written) {
        this.inForce = inForce;
        this.written = written;
    }

    /** The boards in force, without the points board. The same object until another version is in force. */
    public List<BoardRule> all() {
        return inForce.get().all();
    }

    /** A board in force. */
    public Optional<BoardRule> find(String name) {
        return Optional.ofNullable(inForce.get().byName().get(name));
    }

    /** A board that can be read: it is in force, or was taken out and has editions. */
    public Optional<BoardRule> readable(String name) {
        return find(name).or(() -> {
            var known = written.get();
            return find(name).or(() -> Optional.ofNullable(known.get(name)));
        });
    }

    /** All boards that can be read, by name. */
    public Map<String, BoardRule> readable() {
        var all = new LinkedHashMap<>(written.get());
        all.putAll(inForce.get().byName());
        return all;
    }

    /** The points board, whose scores come from the ledger. */
    public BoardRule points() {
        return inForce.get().points();
    }
}
