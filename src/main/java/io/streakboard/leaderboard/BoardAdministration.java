package io.streakboard.leaderboard;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.finals.FinalRankings;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.rankings.ConfiguredRankings;
import io.streakboard.leaderboard.rankings.Naming;
import io.streakboard.leaderboard.rules.Settings;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.scores.Moderation;
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

    /** @param period a key, {@code current} or {@code previous}; the current one if null */
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

        record Moderated(
                String board,
                String action,
                String member,
                @Nullable String to) implements Result {}
    }

    private final ConfiguredRankings rankings;
    private final Editions editions;
    private final EditionRepair repair;
    private final Moderation moderation;
    private final DeletedLearners deleted;
    private final FinalRankings finalRankings;

    BoardAdministration(
            ConfiguredRankings rankings,
            Editions editions,
            EditionRepair repair,
            Moderation moderation,
            DeletedLearners deleted,
            FinalRankings finalRankings) {
        this.finalRankings = finalRankings;
        this.rankings = rankings;
        this.editions = editions;
        this.repair = repair;
        this.moderation = moderation;
        this.deleted = deleted;
    }

    Result act(String board, String action, ActionTarget target) {
        var rule = rankings.rule(board);
        return switch (BoardAction.of(action)) {
            case VERIFY -> state(edition(rule, target));
            case REBUILD -> rebuild(open(edition(rule, target)));
            case RESET -> reset(open(edition(rule, target)));
            case CLOSE -> close(edition(rule, target));
            case HIDE -> moderate(rule, action, target, member -> moderation.hide(rule, member));
            case SHOW -> moderate(rule, action, target, member -> moderation.show(rule, member));
            case REMOVE ->
                moderate(rule, action, target, member -> moderation.remove(open(edition(rule, target)), member));
            case RENAME -> moderate(rule, action, target, (member, to) -> moderation.rename(rule, member, to));
            case MERGE -> moderate(rule, action, target, (member, to) -> moderation.merge(rule, member, to));
        };
    }

    Result state(String board, ActionTarget target) {
        return state(edition(rankings.rule(board), target));
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

    private StoredEdition edition(BoardRule rule, ActionTarget target) {
        var period = rankings.period(rule, target.period(), target.partition());
        return editions.find(rule, period, target.partition())
                .orElseThrow(() -> Problem.notFound(rule.name() + " " + period.key() + " has no scores"));
    }

    static String member(BoardRule rule, String field, @Nullable String member) {
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
        return other;
    }

    private Result rebuild(StoredEdition edition) {
        repair.rebuild(edition);
        return state(edition);
    }

    private static StoredEdition open(StoredEdition edition) {
        if (edition.seal() != null) {
            throw Problem.invalid("period", "is closed: its ranking does not change any more", "final");
        }
        return edition;
    }

    /** Closing the ranking over all closes all partitions as well. Rankings become final some seconds later. */
    private Result close(StoredEdition edition) {
        var rule = edition.board();
        if (rule.slides()) {
            throw Problem.invalid("action", "is not for the period 'sliding'", "not-for-this-board");
        }
        var all = edition.partition() == null ? editions.ofPeriod(rule, edition.period()) : List.of(edition);
        finalRankings.seal(all.isEmpty() ? List.of(edition) : all);
        all.forEach(editions::forget);
        return state(edition);
    }

    private Result reset(StoredEdition edition) {
        moderation.reset(edition);
        return state(editions.find(edition.board(), edition.period(), edition.partition())
                .orElse(edition));
    }

    private Result state(StoredEdition edition) {
        return new Result.EditionState(
                edition.board().name(),
                edition.period().key(),
                edition.partition(),
                edition.version(),
                !edition.isFinal() && !repair.isComplete(edition),
                repair.drift(edition));
    }
}
