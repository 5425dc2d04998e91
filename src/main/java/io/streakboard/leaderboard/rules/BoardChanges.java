package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.editions.EditionTable;
import io.streakboard.leaderboard.editions.EditionTable.KeptEditions;
import io.streakboard.leaderboard.scores.ScoreTable;
import io.streakboard.rulebook.RuleDocument;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Changes of boards that have scores. A new rule is compared with the rule by which the scores were written, also if the
 * board had been taken out meanwhile.
 */
@Component
class BoardChanges {

    private final BoardRegistry boards;
    private final EditionTable editions;
    private final ScoreTable scores;
    private final BusinessTime time;

    BoardChanges(BoardRegistry boards, EditionTable editions, ScoreTable scores, BusinessTime time) {
        this.boards = boards;
        this.editions = editions;
        this.scores = scores;
        this.time = time;
    }

    /** Notes the effects of a change, and violations by it. */
    void compare(BoardDefinitions former, BoardDefinitions next, RuleDocument document) {
        var written = boards.written();
        for (var board : next.boards()) {
            var before = former.named(board.name()).orElse(null);
            if (!board.equals(before)) {
                compare(before, board, written.get(board.name()), document);
            }
        }
        former.boards().stream()
                .filter(board -> next.named(board.name()).isEmpty())
                .forEach(board -> takenOut(board, document));
        if (!former.ofPoints().equals(next.ofPoints())) {
            document.effect(
                    path(next.ofPoints()), "rebuilds", "the rankings of seasons that are not settled are rebuilt");
        }
    }

    /**
     * @param before null: the board is not in force
     * @param written null: it has no scores
     */
    private void compare(
            @Nullable BoardRule before, BoardRule now, @Nullable BoardRule written, RuleDocument document) {
        var path = path(now);
        if (before == null) {
            document.effect(
                    path,
                    "adds",
                    written == null
                            ? now.name() + " takes scores"
                            : "%s takes scores again; it has %s"
                                    .formatted(
                                            now.name(),
                                            number(editions.kept(now.name()).count(), "edition")));
        }
        if (written != null) {
            var change = change(written, now);
            change.refusals().forEach((member, why) -> document.violation(path + "/" + member, "written", why));
            effects(change, document);
        } else if (before != null) {
            document.effect(path, "changes", now.name() + " has no scores yet");
        }
    }

    private void effects(RuleChange change, RuleDocument document) {
        var name = change.now().name();
        var path = path(change.now());
        if (change.rebuilds()) {
            var count = editions.kept(name).count();
            document.effect(
                    path,
                    "rebuilds",
                    "%s with %s %s rebuilt"
                            .formatted(
                                    number(count, "edition"),
                                    number(scores.count(name), "member"),
                                    count == 1 ? "is" : "are"));
        }
        if (change.movesEnds()) {
            var count = editions.kept(name).count();
            document.effect(
                    path + "/retention",
                    "keeps",
                    "%s %s kept for %s after the end"
                            .formatted(
                                    number(count, "edition"),
                                    count == 1 ? "is" : "are",
                                    text(change.now().retention())));
        }
        if (change.movesBoard()) {
            document.effect(
                    path,
                    "bounds",
                    "%s takes scores%s%s"
                            .formatted(
                                    name,
                                    time(" from ", change.now().startsAt()),
                                    time(" until ", change.now().endsAt())));
        }
        if (!change.former().title().equals(change.now().title())) {
            document.effect(
                    path + "/title",
                    "renames",
                    "its title is "
                            + String.join(" / ", change.now().title().texts().values()));
        }
    }

    private void takenOut(BoardRule board, RuleDocument document) {
        document.effect(
                path(board), "removes", board.name() + " takes no more scores" + rest(editions.kept(board.name())));
    }

    private static String rest(KeptEditions kept) {
        if (kept.count() == 0) {
            return "";
        }
        return "; %s %s%s"
                .formatted(
                        number(kept.count(), "edition"),
                        kept.count() == 1 ? "stays" : "stay",
                        time(" until ", kept.until()));
    }

    private RuleChange change(BoardRule written, BoardRule now) {
        long greatest = now.maxScore() < written.maxScore() ? scores.greatest(now.name()) : 0;
        return new RuleChange(written, now, greatest, time.now());
    }

    /** Scores may have come since the comparison: no more come while a board is locked. */
    void carryOut(BoardDefinitions former, BoardDefinitions next, Instant validFrom) {
        var written = boards.written();
        for (var board : next.boards()) {
            var rule = written.get(board.name());
            if (rule != null && !rule.equals(board) && !former.boards().contains(board)) {
                carryOut(rule, board, validFrom);
            }
        }
    }

    private void carryOut(BoardRule written, BoardRule now, Instant validFrom) {
        boards.lock(now.name());
        var change = change(written, now);
        var refusals = change.refusals();
        if (!refusals.isEmpty()) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "version-changed",
                    "%s/%s: %s"
                            .formatted(
                                    path(now),
                                    refusals.keySet().iterator().next(),
                                    refusals.values().iterator().next()));
        }
        if (change.movesBounds()) {
            editions.bound(now, validFrom);
        }
        if (change.movesEnds()) {
            editions.keep(now.name(), now.retention(), validFrom);
        }
        boards.change(now);
    }

    private static String path(BoardRule board) {
        return RuleDocument.path("boards", board.name());
    }

    private static String number(long count, String of) {
        return String.format(Locale.ROOT, "%,d %s%s", count, of, count == 1 ? "" : "s");
    }

    private static String time(String before, @Nullable Instant instant) {
        return instant == null ? "" : before + instant;
    }

    private static String text(Duration duration) {
        return duration.toHours() % 24 == 0 ? number(duration.toDays(), "day") : Objects.toString(duration);
    }
}
