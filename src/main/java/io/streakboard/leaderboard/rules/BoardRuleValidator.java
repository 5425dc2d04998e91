package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Store;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.rulebook.RuleDocument;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds all violations in the rules of boards. */
final class BoardRuleValidator {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final int MAX_TITLE_LENGTH = 100;
    private static final int MIN_DAYS = 2;
    private static final int MAX_DAYS = 31;
    private static final Set<Duration> RESOLUTIONS = Set.of(Duration.ofSeconds(1), Duration.ofMillis(1));
    private static final Duration MAX_RETENTION = Duration.ofDays(3660);

    /** Each day of retention costs a whole ranking. */
    private static final Duration MAX_WINDOW_RETENTION = Duration.ofDays(7);

    /** More than a day, which may have 25 hours. */
    private static final Duration MIN_COMPARED_RETENTION = Duration.ofDays(2);

    private static final Set<Cycle> SHORTER_THAN_A_DAY = Set.of(Cycle.HALF_HOUR, Cycle.HOUR);
    private static final int MAX_BOUNDS = 31;
    private static final int MAX_TYPES = 20;
    private static final Pattern BOUND = Pattern.compile("-?[0-9]{1,18}");

    /** The limit for a month and for seasons packed like one. */
    private static final long MAX_POINTS = Integer.MAX_VALUE;

    private final RuleDocument document;

    private BoardRuleValidator(RuleDocument document) {
        this.document = document;
    }

    /** Notes all violations, each with the path of its member. */
    static void check(BoardDefinitions rules, RuleDocument document) {
        var validator = new BoardRuleValidator(document);
        rules.boards().forEach(validator::check);
        var points = rules.ofPoints();
        validator.checkStore(points);
        mistake(points, MAX_POINTS, "the most points of a season, " + MAX_POINTS)
                .ifPresent(message -> validator.found(points, "buckets", message));
    }

    private void check(BoardRule board) {
        checkName(board);
        checkPeriod(board);
        checkScores(board);
        checkStore(board);
        mistake(board, board.maxScore(), "max-score").ifPresent(message -> found(board, "buckets", message));
        mistakesOfFed(board).forEach((property, message) -> found(board, property, message));
        unknownTypes(board, document.names("/types"))
                .forEach((index, message) -> found(board, "scores.types." + index, message));
    }

    /**
     * The mistakes of a board that is fed by the ledger, by property. The ledger has learners and sums; the best are
     * those with the most points; and an award has no partition.
     */
    private static Map<String, String> mistakesOfFed(BoardRule board) {
        var mistakes = new LinkedHashMap<String, String>();
        if (board.scores() != null) {
            if (board.members() != Members.LEARNER) {
                mistakes.put("members", "must be 'learner' on a board whose scores come from the ledger");
            }
            if (board.operator() != Operator.SUM) {
                mistakes.put("operator", "must be 'sum' on a board whose scores come from the ledger");
            }
            if (board.order() != Order.DESCENDING) {
                mistakes.put("order", "must be 'descending' on a board whose scores come from the ledger");
            }
            if (board.partitioned()) {
                mistakes.put("partitioned", "is not for a board whose scores come from the ledger");
            }
            var types = board.scores().types();
            if (types.size() > MAX_TYPES || types.size() > new HashSet<>(types).size()) {
                mistakes.put("scores.types", "must be at most " + MAX_TYPES + " different types");
            }
        }
        return mistakes;
    }

    /**
     * The types of a fed board that are none, by their position.
     *
     * @param known the types of activities, SIGN_IN among them
     */
    static Map<Integer, String> unknownTypes(BoardRule board, Collection<String> known) {
        var unknown = new TreeMap<Integer, String>();
        if (board.scores() != null) {
            var types = board.scores().types();
            for (int i = 0; i < types.size(); i++) {
                if (!known.contains(types.get(i))) {
                    unknown.put(i, "'%s' is not one of %s".formatted(types.get(i), known));
                }
            }
        }
        return unknown;
    }

    private void checkName(BoardRule board) {
        var name = board.name();
        if (name.isEmpty()) {
            found(board, "", "is required");
        } else if (!NAME.matcher(name).matches()) {
            found(board, "", "'" + name + "' must be a small letter, then up to 31 of a-z, 0-9 and -");
        }
        if (board.title().texts().values().stream().anyMatch(title -> title.length() > MAX_TITLE_LENGTH)) {
            found(board, "title", "must have at most " + MAX_TITLE_LENGTH + " characters");
        }
    }

    private void checkPeriod(BoardRule board) {
        boolean slides = board.slides();
        if (slides && (board.days() < MIN_DAYS || board.days() > MAX_DAYS)) {
            found(board, "days", board.days() + " must be " + MIN_DAYS + " to " + MAX_DAYS);
        } else if (!slides && board.days() != 0) {
            found(board, "days", "is for the period 'sliding'");
        }
        var longest = slides ? MAX_WINDOW_RETENTION : MAX_RETENTION;
        if (board.retention().isNegative() || board.retention().compareTo(longest) > 0) {
            found(board, "retention", board.retention() + " must be 0 to " + longest.toDays() + " days");
        }
        if (board.startsAt() != null
                && board.endsAt() != null
                && !board.startsAt().isBefore(board.endsAt())) {
            found(board, "ends-at", board.endsAt() + " must be after starts-at, " + board.startsAt());
        }
        if (slides && Boolean.TRUE.equals(board.keepsFinals())) {
            found(board, "final", "is not for the period 'sliding'");
        }
        checkTrend(board);
    }

    private void checkTrend(BoardRule board) {
        if (board.trend() != Trend.NONE && board.slides() && board.retention().compareTo(MIN_COMPARED_RETENTION) < 0) {
            found(
                    board,
                    "trend",
                    "needs yesterday's window all day, so a retention of " + MIN_COMPARED_RETENTION.toDays()
                            + " days or more");
        } else if (board.trend() == Trend.PREVIOUS && board.cycle() == Cycle.NONE) {
            found(board, "trend", "'previous' needs a period");
        } else if (board.trend() == Trend.DAY && SHORTER_THAN_A_DAY.contains(board.cycle())) {
            found(board, "trend", "'day' needs a period of a day or more; 'previous' compares with the period before");
        } else if (board.trend() == Trend.DAY && board.ranks() == RankStyle.DENSE) {
            found(board, "trend", "'day' is not for the ranks 'dense'");
        }
    }

    private void checkScores(BoardRule board) {
        boolean resolves = RESOLUTIONS.contains(board.resolution());
        if (!resolves) {
            found(board, "resolution", board.resolution() + " must be 1s or 1ms");
        }
        if (board.maxScore() < 1) {
            found(board, "max-score", board.maxScore() + " must be positive");
        } else if (resolves) {
            checkFit(board);
        }
        if (board.keep() < 0) {
            found(board, "keep", board.keep() + " must not be negative");
        }
    }

    private void checkFit(BoardRule board) {
        long most = ScorePacking.mostScore(board.cycle(), board.ties(), board.resolution());
        if (board.maxScore() > most) {
            found(
                    board,
                    "max-score",
                    board.maxScore() + " does not fit: " + most + " at most with this period, ties and resolution");
        }
    }

    private void checkStore(BoardRule board) {
        if (board.store() == Store.SORTED_SET && board.isDivided()) {
            found(board, "buckets", "are for the store 'buckets'");
        }
    }

    /**
     * @param most the greatest score
     * @param mostName its name in messages
     */
    private static Optional<String> mistake(BoardRule board, long most, String mostName) {
        var wrong = board.dividesByPrevious()
                ? Optional.<String>empty()
                : board.buckets().stream()
                        .filter(bound -> !BOUND.matcher(bound).matches())
                        .findFirst();
        return wrong.isPresent()
                ? wrong.map(bound -> "'" + bound + "' must be 'auto' or whole numbers")
                : mistake(board.bounds(), most, mostName);
    }

    private static Optional<String> mistake(List<Long> bounds, long most, String mostName) {
        if (bounds.isEmpty()) {
            return Optional.empty();
        }
        if (bounds.size() > MAX_BOUNDS) {
            return Optional.of("has " + bounds.size() + " bounds; the most is " + MAX_BOUNDS);
        }
        if (!bounds.equals(bounds.stream().distinct().sorted().toList())) {
            return Optional.of("must be in rising order");
        }
        return bounds.getFirst() < 0 || bounds.getLast() >= most
                ? Optional.of("must be from 0 to less than " + mostName)
                : Optional.empty();
    }

    /** @param property below the board; empty: its name */
    private void found(BoardRule board, String property, String message) {
        var path = RuleDocument.path("boards", board.name());
        document.violation(
                property.isEmpty()
                        ? path
                        : path + "/" + RuleDocument.camelCase(property).replace('.', '/'),
                "invalid",
                message);
    }
}
