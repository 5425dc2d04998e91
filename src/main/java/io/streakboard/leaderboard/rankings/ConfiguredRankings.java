package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.finals.FinalTable;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.settled.SettledBoard;
import io.streakboard.web.Outage;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The rankings of boards in the rulebook. */
@Component
public class ConfiguredRankings {

    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,8}");

    private final BoardRules rules;
    private final Cycles cycles;
    private final Editions editions;
    private final EditionRepair repair;
    private final LiveBoards live;
    private final FinalTable finals;

    ConfiguredRankings(
            BoardRules rules,
            Cycles cycles,
            Editions editions,
            EditionRepair repair,
            LiveBoards live,
            FinalTable finals) {
        this.finals = finals;
        this.rules = rules;
        this.cycles = cycles;
        this.editions = editions;
        this.repair = repair;
        this.live = live;
    }

    /** Also of a board that was taken out, while it has editions. */
    public BoardRule rule(String board) {
        return rules.readable(board)
                .orElseThrow(() -> Problem.notFound("There is no board '" + Text.shown(board) + "'"));
    }

    NamedRanking find(String board, RankingQuery query) {
        var rule = rule(board);
        if (query.season() != null) {
            throw Problem.invalid(
                    "season",
                    "is for the points board; others have a period",
                    "not-for-this-board",
                    Map.of("board", rule.name()));
        }
        var period = period(rule, query.period(), query.partition());
        var edition = query.version() == null
                ? editions.find(rule, period, query.partition())
                : Optional.of(version(rule, period, query.partition(), version(query.version())));
        return named(rule, period, query.partition(), edition);
    }

    /** The rankings of a board that are kept, newest first. */
    List<NamedRanking> all(String board, @Nullable String partition, int limit) {
        var rule = rule(board);
        checkPartition(rule, partition);
        return editions.newest(rule, partition, limit).stream()
                .map(each -> named(rule, each.period(), partition, Optional.of(each)))
                .toList();
    }

    List<String> partitions(String board) {
        var rule = rule(board);
        return rule.partitioned() ? editions.partitions(rule) : List.of();
    }

    private NamedRanking named(
            BoardRule rule, Period period, @Nullable String partition, Optional<StoredEdition> edition) {
        return new NamedRanking(
                rule,
                period,
                partition,
                null,
                edition.map(this::ranking).orElse(NoRanking.INSTANCE),
                edition.filter(each -> !each.isFinal()).map(repair::source).orElse(null),
                rule.trend() == Trend.PREVIOUS
                        ? page -> Outage.withFallback(
                                () -> compared(page, rule, period, partition), () -> Optional.of(page))
                        : UnaryOperator.identity(),
                edition.filter(StoredEdition::isFinal).isEmpty() && repair.isFilling(rule));
    }

    /** Reads Redis until the ranking is final, then MySQL. */
    private Ranking ranking(StoredEdition edition) {
        var seal = edition.seal();
        return seal == null || seal.members() == null
                ? live.ranking(edition.edition())
                : new SettledBoard(
                        finals.rows(edition.id()),
                        seal.members(),
                        seal.order(),
                        edition.board().ties());
    }

    /**
     * A page compared with the ranking of the previous period, which may be empty. Without it, or while MySQL is down,
     * ranks are not compared.
     */
    private Page compared(Page page, BoardRule rule, Period period, @Nullable String partition) {
        var before = cycles.before(rule, period);
        boolean kept = before.isEmpty() || cycles.keeps(rule, before.get());
        if (!kept && !Boolean.TRUE.equals(rule.keepsFinals())) {
            return page;
        }
        var edition = before.flatMap(each -> editions.find(rule, each, partition));
        return kept || edition.filter(StoredEdition::isFinal).isPresent()
                ? page.comparedWith(edition.map(this::ranking).orElse(null))
                : page;
    }

    /**
     * The period with a key, the current one if it is null. Fails if the board has no such period, or cannot have the
     * partition.
     */
    public Period period(BoardRule rule, @Nullable String key, @Nullable String partition) {
        checkPartition(rule, partition);
        return cycles.find(rule, Objects.requireNonNullElse(key, Cycles.CURRENT))
                .orElseThrow(() -> Problem.invalid(
                        "period",
                        "must be 'current'" + (hasPrevious(rule) ? ", 'previous'" : "")
                                + " or a period of the board, such as "
                                + cycles.current(rule).key(),
                        "not-for-this-board",
                        Map.of("board", rule.name(), "period", Settings.text(rule.cycle()))));
    }

    /** The current period of a board and the one before, if there is one. */
    public List<Period> latest(BoardRule rule) {
        var current = cycles.current(rule);
        return Stream.concat(Stream.of(current), cycles.before(rule, current).stream())
                .toList();
    }

    private boolean hasPrevious(BoardRule rule) {
        return cycles.before(rule, cycles.current(rule)).isPresent();
    }

    private static void checkPartition(BoardRule rule, @Nullable String partition) {
        Naming.partitionMistake(rule, partition).ifPresent(mistake -> {
            throw Problem.invalid(mistake);
        });
    }

    private StoredEdition version(BoardRule rule, Period period, @Nullable String partition, int version) {
        return editions.find(rule, period, partition, version)
                .orElseThrow(() ->
                        Problem.notFound("%s %s has no version %d".formatted(rule.name(), period.key(), version)));
    }

    private static int version(String text) {
        if (!VERSION.matcher(text).matches()) {
            throw Problem.invalid("version", "must be a positive number", "positive");
        }
        return Integer.parseInt(text);
    }
}
