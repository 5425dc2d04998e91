package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules.BoardsInForce;
import io.streakboard.rulebook.RuleDocument;
import io.streakboard.rulebook.RuleSection;
import io.streakboard.rulebook.Rulebook;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The member {@code boards} of the rulebook. The section of prizes adds theirs to what is written here. */
@Component
@Order(3)
public class BoardsSection implements RuleSection<BoardDefinitions> {

    private static final String MEMBER = "boards";
    private static final String PRIZES = "prizes";

    private record Known(BoardDefinitions rules, BoardsInForce boards) {}

    private final BoardDefinitions configured;
    private final Rulebook rulebook;
    private final BoardChanges changes;
    private volatile @Nullable Known last;

    BoardsSection(BoardDefinitions configured, Rulebook rulebook, BoardChanges changes) {
        this.configured = configured;
        this.rulebook = rulebook;
        this.changes = changes;
    }

    /** The boards in force now. */
    BoardsInForce inForce() {
        var rules = rulebook.current(this);
        var known = last;
        if (known == null || known.rules() != rules) {
            known = new Known(rules, BoardsInForce.of(rules.boards(), rules.ofPoints()));
            last = known;
        }
        return known.boards();
    }

    /** Learns of new rules before scores are taken. */
    public void refresh() {
        rulebook.refreshIfStale();
    }

    @Override
    public Class<BoardDefinitions> type() {
        return BoardDefinitions.class;
    }

    @Override
    public String prefix() {
        return "streakboard";
    }

    @Override
    public BoardDefinitions configured() {
        return configured;
    }

    @Override
    public void map(RuleDocument document) {
        document.mapNamed(MEMBER, "streakboard.boards", "name", Set.of(PRIZES), Set.of(BoardRule.POINTS));
        document.mapMembers(
                RuleDocument.path(MEMBER, BoardRule.POINTS),
                "streakboard.points.board",
                Set.of("store", "buckets"),
                Set.of(PRIZES));
    }

    @Override
    public void write(BoardDefinitions rules, ObjectNode document) {
        var boards = document.withObject("/" + MEMBER);
        var points = rules.ofPoints();
        if (points.isDivided()) {
            BoardMembers.writeStore(points, boards.putObject(BoardRule.POINTS));
        }
        rules.boards().forEach(board -> BoardMembers.write(board, boards.putObject(board.name())));
    }

    @Override
    public void check(BoardDefinitions rules, RuleDocument document) {
        BoardRuleValidator.check(rules, document);
    }

    @Override
    public void compare(BoardDefinitions former, BoardDefinitions next, RuleDocument document) {
        changes.compare(former, next, document);
    }

    @Override
    public void carryOut(BoardDefinitions former, BoardDefinitions next, Instant validFrom) {
        changes.carryOut(former, next, validFrom);
    }
}
