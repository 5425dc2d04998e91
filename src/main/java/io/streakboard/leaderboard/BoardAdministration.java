package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.finals.FinalRankings;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.rankings.Naming;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.scores.Moderation;
import io.streakboard.points.Adjustments;
import io.streakboard.web.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Actions of admins on the editions and members of configured boards, after checking them. */
@Component
class BoardAdministration {

    enum BoardAction {
        REBUILD,
        VERIFY,
        HIDE,
        SHOW,
        REMOVE,
        RENAME,
        MERGE,
        RESET,
        CLOSE;

        static BoardAction of(String text) {
            return Arrays.stream(values())
                    .filter(each -> Settings.text(each).equals(text))
                    .findFirst()
                    .orElseThrow(() -> Problem.noneOf(
                            "action",
                            Arrays.stream(values()).map(Settings::text).toList()));
        }
    }

    /**
     * @param period a key, {@code current} or {@code previous}, on the points board of a season or {@code all}; the
     *     current one if null
     */
    record ActionTarget(
            @Nullable String period,
            @Nullable String partition,
            @Nullable String member,
            @Nullable String to) {}

    /** The result of an action. */
    sealed interface Result {

        /**
         * @param version rises when the edition is reset
         * @param degraded whether Redis lacks it until it is rebuilt
         */
        record EditionState(
                String board,
                String period,
                @Nullable String partition,
                int version,
                boolean degraded,
                BoardDrift drift)
                implements Result {}

        /** The same of the points board. */
        record BoardState(String board, String season, boolean degraded, BoardDrift drift) implements Result {}

        record Moderated(
                String board,
                String action,
                String member,
                @Nullable String to) implements Result {}
    }

    /** The learner reads it. */
    private static final String REMOVED = "Removed from the points board";

    private final AdministeredEditions editions;
    private final EditionRepair repair;
    private final Moderation moderation;
    private final Adjustments adjustments;
    private final DeletedLearners deleted;
    private final FinalRankings finalRankings;

    BoardAdministration(
            AdministeredEditions editions,
            EditionRepair repair,
            Moderation moderation,
            Adjustments adjustments,
            DeletedLearners deleted,
            FinalRankings finalRankings) {
        this.finalRankings = finalRankings;
        this.editions = editions;
        this.repair = repair;
        this.moderation = moderation;
        this.adjustments = adjustments;
        this.deleted = deleted;
    }

    Result act(String board, String action, ActionTarget target, String admin) {
        var rule = editions.rule(board);
        return switch (BoardAction.of(action)) {
            case VERIFY -> state(edition(rule, target));
            case REBUILD -> rebuild(edition(rule, target));
            case HIDE -> moderate(rule, action, target, member -> moderation.hide(rule, member));
            case SHOW -> moderate(rule, action, target, member -> moderation.show(rule, member));
            case REMOVE -> moderate(rule, action, target, member -> remove(rule, target, member, admin));
            case RENAME -> moderate(posted(rule), action, target, (member, to) -> moderation.rename(rule, member, to));
            case MERGE -> moderate(posted(rule), action, target, (member, to) -> moderation.merge(rule, member, to));
            case RESET -> reset(open(edition(posted(rule), target)));
            case CLOSE -> close(stored(edition(scored(rule), target)));
        };
    }

    Result state(String board, ActionTarget target) {
        return state(edition(editions.rule(board), target));
    }

    /** A board whose scores are in the book. */
    private static BoardRule scored(BoardRule rule) {
        if (rule.ranksPoints()) {
            throw Problem.invalid(
                    "action",
                    "is not for the points board, whose scores are the ledger's points",
                    "not-for-this-board");
        }
        return rule;
    }

    /** A board whose scores are not the ledger's. */
    private static BoardRule posted(BoardRule rule) {
        if (rule.isFed()) {
            throw Problem.invalid(
                    "action",
                    "is not for a board whose scores come from the ledger: hide the learner, or deduct points",
                    "not-for-this-board");
        }
        return scored(rule);
    }

    private static Result moderate(BoardRule rule, String action, ActionTarget target, Consumer<String> change) {
        var member = member(rule, "member", target.member());
        change.accept(member);
        return new Result.Moderated(rule.name(), action, member, null);
    }

    private Result moderate(BoardRule rule, String action, ActionTarget target, BiConsumer<String, String> change) {
        var member = member(rule, "member", target.member());
        var to = other(rule, member, target.to());
        change.accept(member, to);
        return new Result.Moderated(rule.name(), action, member, to);
    }

    private AdministeredEdition edition(BoardRule rule, ActionTarget target) {
        return editions.find(rule, target.period(), target.partition());
    }

    private static StoredEdition stored(AdministeredEdition edition) {
        return requireNonNull(edition.stored());
    }

    /** Takes the points away in the ledger, where they are the scores. */
    private void remove(BoardRule rule, ActionTarget target, String member, String admin) {
        if (rule.ranksPoints()) {
            editions.requireCurrent(target.period());
            adjustments.takeAll(Long.parseLong(member), REMOVED, admin);
        } else {
            moderation.remove(open(edition(posted(rule), target)), member);
        }
    }

    private static String member(BoardRule rule, String field, @Nullable String member) {
        if (member == null) {
            throw Problem.invalid(field, "is required", "required");
        }
        Naming.checkMember(rule, field, member);
        return member;
    }

    /** The member that receives the scores. */
    private String other(BoardRule rule, String member, @Nullable String to) {
        var other = member(rule, "to", to);
        if (other.equals(member)) {
            throw Problem.invalid("to", "must be another than member", "same-member");
        }
        if (rule.members() == Members.LEARNER && deleted.contains(Long.parseLong(other))) {
            throw Problem.invalid("to", "has been deleted", "deleted");
        }
        if (rule.members() == Members.LEARNER) {
            deleted.requireAccepted(Long.parseLong(other)); // the learner may have no score yet
        }
        return other;
    }

    Result rebuild(AdministeredEdition edition) {
        if (edition.stored() != null) {
            open(edition);
        }
        repair.rebuild(edition.source());
        if (edition.board().isFed()) {
            countAnew(stored(edition), repair.drift(edition.source()));
        }
        return state(edition);
    }

    /** Where the book of scores differs from the ledger, which feeds it. */
    private void countAnew(StoredEdition edition, BoardDrift drift) {
        drift.examples().forEach(member -> moderation.takeBack(edition, member.member()));
        if (!drift.examples().isEmpty()) {
            repair.fillAgain(edition.board());
        }
    }

    private static StoredEdition open(AdministeredEdition edition) {
        if (stored(edition).seal() != null) {
            throw Problem.invalid("period", "is closed: its ranking does not change any more", "final");
        }
        return stored(edition);
    }

    /** Closing the ranking over all closes all partitions as well. Rankings become final some seconds later. */
    private Result close(StoredEdition edition) {
        if (edition.board().slides()) {
            throw Problem.invalid("action", "is not for the period 'sliding'", "not-for-this-board");
        }
        var all = editions.withPartitions(edition);
        finalRankings.seal(all.isEmpty() ? List.of(edition) : all);
        all.forEach(editions::forget);
        return state(editions.of(edition));
    }

    private Result reset(StoredEdition edition) {
        moderation.reset(edition);
        return state(editions.newest(edition));
    }

    private Result state(AdministeredEdition edition) {
        var board = edition.board().name();
        var key = edition.period().key();
        boolean degraded =
                !edition.isFinal() && (!repair.isComplete(edition.source()) || repair.isFilling(edition.board()));
        var drift = repair.drift(edition.source());
        var stored = edition.stored();
        return stored == null
                ? new Result.BoardState(board, key, degraded, drift)
                : new Result.EditionState(board, key, stored.partition(), stored.version(), degraded, drift);
    }
}
