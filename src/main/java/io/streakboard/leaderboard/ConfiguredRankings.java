package io.streakboard.leaderboard;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.LiveRanking;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.leaderboard.scores.Editions;
import io.streakboard.leaderboard.scores.ScoreTable;
import io.streakboard.leaderboard.scores.StoredEdition;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import java.time.Clock;
import java.util.regex.Pattern;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** The rankings of configured boards. */
@Component
class ConfiguredRankings {

    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,8}");

    private final BoardRules rules;
    private final Cycles cycles;
    private final Editions editions;
    private final ScoreTable scores;
    private final StringRedisTemplate redis;
    private final Clock clock;

    ConfiguredRankings(
            BoardRules rules,
            Cycles cycles,
            Editions editions,
            ScoreTable scores,
            StringRedisTemplate redis,
            Clock clock) {
        this.rules = rules;
        this.cycles = cycles;
        this.editions = editions;
        this.scores = scores;
        this.redis = redis;
        this.clock = clock;
    }

    BoardRule rule(String board) {
        return rules.find(board).orElseThrow(() -> Problem.notFound("There is no board '" + Text.shown(board) + "'"));
    }

    NamedRanking find(String board, RankingQuery query) {
        var rule = rule(board);
        if (query.season() != null) {
            throw Problem.invalid("season", "is for the points board; others have a period");
        }
        Naming.partitionMistake(rule, query.partition()).ifPresent(mistake -> {
            throw Problem.invalid("partition", mistake.substring("partition: ".length()));
        });
        var period = period(rule, query.period() == null ? Cycles.CURRENT : query.period());
        var edition = query.version() == null
                ? editions.find(rule, period, query.partition())
                : editions.find(rule, period, query.partition(), version(query.version()));
        return new NamedRanking(
                rule.name(),
                rule.title(),
                rule.members(),
                rule.maxScore(),
                period,
                query.partition(),
                edition.map(this::ranking).orElse(NoRanking.INSTANCE),
                edition.map(StoredEdition::edition).orElse(null),
                member -> edition.flatMap(each -> scores.find(each.id(), member)));
    }

    private Period period(BoardRule rule, String key) {
        return cycles.find(rule.cycle(), key)
                .orElseThrow(() -> Problem.invalid(
                        "period", "is not one of a board with the period " + Settings.text(rule.cycle())));
    }

    private static int version(String text) {
        if (!VERSION.matcher(text).matches()) {
            throw Problem.invalid("version", "must be a positive number");
        }
        return Integer.parseInt(text);
    }

    private Ranking ranking(StoredEdition edition) {
        return new LiveRanking(redis, edition.edition(), clock);
    }
}
