package io.streakboard.leaderboard.book;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.scores.HiddenMembers;
import io.streakboard.leaderboard.scores.HiddenMembers.MemberOnBoard;
import io.streakboard.leaderboard.scores.ScoreLog;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.leaderboard.scores.ScoreRow;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import io.streakboard.leaderboard.scores.ScoreTable;
import io.streakboard.leaderboard.scores.ScoresChanged;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Scores and their log, changed together. The transaction is the caller's. */
@Component
class ScoreRecords {

    private final BoardRegistry boards;
    private final ScoreTable scores;
    private final ScoreLog log;
    private final HiddenMembers hidden;
    private final DeletedLearners deleted;
    private final ApplicationEventPublisher events;

    ScoreRecords(
            BoardRegistry boards,
            ScoreTable scores,
            ScoreLog log,
            HiddenMembers hidden,
            DeletedLearners deleted,
            ApplicationEventPublisher events) {
        this.boards = boards;
        this.scores = scores;
        this.log = log;
        this.hidden = hidden;
        this.deleted = deleted;
        this.events = events;
    }

    /** Excludes moderators of the boards until the transaction ends. Returns the greatest scores of boards. */
    Map<String, Long> share(List<RoutedScore> routed) {
        return boards.share(
                routed.stream().map(each -> each.submission().board().name()).collect(toCollection(TreeSet::new)));
    }

    /** The already counted message ids of submissions. */
    Set<MessageKey> counted(List<Submission> submissions) {
        return new HashSet<>(
                log.counted(submissions.stream().map(Submission::messageKey).collect(toSet()))
                        .keySet());
    }

    /**
     * Locks the scores of all members, then reads the input of the decision.
     *
     * @param greatest the greatest scores that members may get, by board
     */
    BatchDecision open(List<RoutedScore> routed, Map<String, Long> greatest) {
        var keys = routed.stream().flatMap(each -> each.keys().stream()).collect(toCollection(TreeSet::new));
        var rows = scores.lock(keys);
        var stored = Set.copyOf(rows.keySet());
        rows.putAll(missing(routed, stored));
        var counted = log.counted(routed.stream().map(RoutedScore::messageKey).collect(toSet()));
        return new BatchDecision(rows, stored, counted, refused(routed), greatest);
    }

    /** New rows are hidden if the member is. */
    private Map<ScoreKey, ScoreRow> missing(List<RoutedScore> routed, Set<ScoreKey> stored) {
        var missing = new HashMap<ScoreKey, MemberOnBoard>();
        for (var each : routed) {
            for (var key : each.keys()) {
                if (!stored.contains(key)) {
                    missing.put(key, new MemberOnBoard(each.submission().board().name(), key.member()));
                }
            }
        }
        if (missing.isEmpty()) {
            return Map.of();
        }
        var hiddenMembers = hidden.among(new HashSet<>(missing.values()));
        var rows = new HashMap<ScoreKey, ScoreRow>();
        missing.forEach((key, member) -> rows.put(key, ScoreRow.none(key, hiddenMembers.contains(member))));
        return rows;
    }

    private Map<String, ViolationCode> refused(List<RoutedScore> routed) {
        var learners = routed.stream()
                .filter(RoutedScore::learners)
                .map(each -> Long.valueOf(each.submission().member()))
                .collect(toSet());
        return deleted.refused(learners).entrySet().stream()
                .collect(toMap(each -> each.getKey().toString(), Map.Entry::getValue));
    }

    /** Writes the decisions and publishes them. */
    void close(BatchDecision decision, Instant now) {
        scores.insert(decision.inserts());
        scores.put(decision.updates());
        log.append(decision.log(), now);
        if (!decision.touched().isEmpty()) {
            events.publishEvent(ScoresChanged.of(decision.touched(), decision.firstDay()));
        }
    }
}
