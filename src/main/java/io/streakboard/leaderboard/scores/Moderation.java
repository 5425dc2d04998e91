package io.streakboard.leaderboard.scores;

import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.scores.ScoreChanges.RowChange;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Service;

/**
 * Actions of admins on the members and editions of a board. Each action is one transaction that excludes writers of the
 * board's scores. The log keeps the original names. The caller has recorded the admin.
 */
@Service
public class Moderation {

    private final Editions editions;
    private final BoardRegistry boards;
    private final HiddenMembers hidden;
    private final ScoreChanges changes;
    private final ScoreRemoval removal;
    private final BusinessTime time;

    Moderation(
            Editions editions,
            BoardRegistry boards,
            HiddenMembers hidden,
            ScoreChanges changes,
            ScoreRemoval removal,
            BusinessTime time) {
        this.editions = editions;
        this.boards = boards;
        this.hidden = hidden;
        this.changes = changes;
        this.removal = removal;
        this.time = time;
    }

    /**
     * Hides a member from all present and future rankings of a board; on the points board of past seasons, too. The
     * score still counts on.
     */
    public void hide(BoardRule board, String member) {
        alone(board, () -> {
            hidden.add(board.name(), member, time.now());
            changeAll(board, member, row -> row.hidden(true));
        });
        hidden.follow();
    }

    public void show(BoardRule board, String member) {
        alone(board, () -> {
            hidden.remove(board.name(), member);
            changeAll(board, member, row -> row.hidden(false));
        });
        hidden.follow();
    }

    private void changeAll(BoardRule board, String member, UnaryOperator<ScoreRow> change) {
        changes.put(changes.of(board.name(), member).stream()
                .map(row -> new RowChange(row, change.apply(row)))
                .toList());
    }

    /**
     * Removes a member's score from the newest version of an edition. The score over all partitions is then merged from
     * the other partitions. Removing the score over all also removes the scores of the partitions.
     */
    public void remove(StoredEdition known, String member) {
        alone(known.board(), () -> {
            var edition = editions.newest(known).orElseThrow(Moderation::replaced);
            var rows = new HashMap<>(rows(edition.board(), member));
            var changed = new ArrayList<RowChange>();
            for (var each : withPartitions(edition)) {
                var row = rows.getOrDefault(each.scores(), ScoreRow.none(new ScoreKey(each.scores(), member), false));
                var rest = without(row, edition);
                if (!rest.equals(row)) {
                    rows.put(each.scores(), rest);
                    changed.add(new RowChange(row, rest));
                }
            }
            if (edition.partition() != null && !changed.isEmpty()) {
                changed.addAll(overAll(edition, rows));
            }
            changes.put(changed);
        });
    }

    /** Takes back what was counted for a member on an edition, so that the same messages can be counted anew. */
    public void takeBack(StoredEdition edition, String member) {
        var board = edition.board();
        alone(board, () -> {
            removal.removeLog(board.name(), member, edition.scores());
            var row = rows(board, member).get(edition.scores());
            if (row != null) {
                changes.put(List.of(new RowChange(row, row.emptied())));
            }
        });
    }

    private static ScoreRow without(ScoreRow row, StoredEdition edition) {
        var window = edition.lastDay();
        return window == null ? row.removed() : row.removed(edition.board(), window);
    }

    /** A reset edition no longer contributes to the score over all partitions. */
    private List<RowChange> overAll(StoredEdition edition, Map<Long, ScoreRow> rows) {
        var current = current(edition);
        var parts = of(current, rows, each -> each.partition() != null);
        var merging = new MemberMerge(edition.board());
        return of(current, rows, each -> each.partition() == null).stream()
                .map(row -> new RowChange(row, merging.replace(row, parts)))
                .toList();
    }

    /**
     * An action over all partitions affects each of them, because a partition's share of a score over all is unknown.
     */
    private List<StoredEdition> withPartitions(StoredEdition edition) {
        var current = edition.partition() == null ? current(edition) : List.<StoredEdition>of();
        return current.isEmpty() ? List.of(edition) : current;
    }

    /** The newest editions of the same period in all partitions and over all; empty if the edition was reset. */
    private List<StoredEdition> current(StoredEdition edition) {
        var board = edition.board();
        var current = editions.ofPeriod(board, board.slides() ? StoredEdition.ALL_DAYS : edition.period());
        return current.stream().anyMatch(each -> each.id() == edition.scores()) ? current : List.of();
    }

    private static List<ScoreRow> of(
            List<StoredEdition> editions, Map<Long, ScoreRow> rows, Predicate<StoredEdition> which) {
        var ids = editions.stream().filter(which).map(StoredEdition::id).toList();
        return rows.values().stream()
                .filter(row -> ids.contains(row.key().edition()))
                .toList();
    }

    /** Gives a member's scores and yesterday's ranks to a name without scores, on all editions of a board. */
    public void rename(BoardRule board, String member, String to) {
        requireTwo(member, to);
        alone(board, () -> {
            var targets = rows(board, to);
            if (targets.values().stream().anyMatch(row -> row.reachedAt() != null)) {
                throw Problem.invalid("to", "has scores already", "has-scores");
            }
            boolean hiddenThen = hidden.contains(board.name(), member) || hidden.contains(board.name(), to);
            if (hiddenThen) {
                hidden.remove(board.name(), member);
                hidden.add(board.name(), to, time.now());
                targets.replaceAll((of, row) -> row.hidden(true));
            }
            var changed = new ArrayList<RowChange>();
            for (var row : changes.of(board.name(), member)) {
                long edition = row.key().edition();
                var target = targets.remove(edition);
                changed.add(new RowChange(
                        row,
                        (target == null ? ScoreRow.none(new ScoreKey(edition, to), hiddenThen) : target)
                                .withScoreOf(row)));
                changed.add(RowChange.forgotten(row));
            }
            targets.values().forEach(row -> changed.add(new RowChange(row, row)));
            changes.put(changed);
        });
    }

    /** Merges a member's scores into another's by the board's operator, on all editions of a board. */
    public void merge(BoardRule board, String member, String into) {
        requireTwo(member, into);
        var merging = new MemberMerge(board);
        alone(board, () -> {
            var targets = rows(board, into);
            boolean hiddenThen = hidden.contains(board.name(), into);
            var changed = new ArrayList<RowChange>();
            for (var row : changes.of(board.name(), member)) {
                if (row.occurredAt() != null) {
                    var target = targets.getOrDefault(
                            row.key().edition(),
                            ScoreRow.none(new ScoreKey(row.key().edition(), into), hiddenThen));
                    var refusal = merging.refusal(target, row);
                    if (refusal != null) {
                        throw Problem.invalid("to", refusal, "score", Map.of("max", board.maxScore()));
                    }
                    changed.add(new RowChange(target, merging.add(target, row)));
                    changed.add(new RowChange(row, row.removed()));
                }
            }
            changes.put(changed);
        });
    }

    private static void requireTwo(String member, String other) {
        if (member.equals(other)) {
            throw Problem.invalid("to", "must be another member", "same-member");
        }
    }

    /**
     * Begins an edition anew; resetting the edition over all partitions resets each partition that takes scores. The
     * old edition stays readable by its version for as long as it is kept. An edition without an end is kept for the
     * board's retention from now on.
     */
    public void reset(StoredEdition edition) {
        var taking = taking(edition);
        var ended = new ArrayList<StoredEdition>();
        alone(edition.board(), () -> {
            ended.clear(); // left from an earlier try
            ended.addAll(withPartitions(taking).stream()
                    .filter(each -> each.seal() == null || each.id() == taking.id())
                    .toList());
            if (!editions.replace(ended, taking, time.now())) {
                throw replaced();
            }
        });
        ended.forEach(editions::forget);
    }

    /** All windows of a sliding board share the scores of their days. */
    private StoredEdition taking(StoredEdition edition) {
        if (edition.series() == null) {
            return edition;
        }
        var end = edition.period().endsAt();
        if (end != null && !time.now().isBefore(end)) {
            throw Problem.invalid("period", "has ended: only the window of today can be reset", "ended");
        }
        return editions.byId(edition.series()).orElseThrow(Moderation::replaced);
    }

    private static Problem replaced() {
        return Problem.invalid("period", "was reset or removed meanwhile", "replaced");
    }

    private Map<Long, ScoreRow> rows(BoardRule board, String member) {
        return changes.of(board.name(), member).stream()
                .collect(toMap(row -> row.key().edition(), Function.identity()));
    }

    private void alone(BoardRule board, Runnable work) {
        boards.add(board);
        removal.alone(board.name(), work);
    }
}
