package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Changes of scores by moderators and deletions. Runs in the caller's transaction, which has locked the board. */
@Component
class ScoreChanges {

    /** @param before the former row; the row of another member after a rename */
    record RowChange(ScoreRow before, ScoreRow after) {

        /** Removes all data of the member. */
        static RowChange forgotten(ScoreRow row) {
            return new RowChange(ScoreRow.none(row.key(), false), row.forgotten());
        }
    }

    private final ScoreTable scores;
    private final Editions editions;
    private final BusinessTime time;
    private final ApplicationEventPublisher events;

    ScoreChanges(ScoreTable scores, Editions editions, BusinessTime time, ApplicationEventPublisher events) {
        this.scores = scores;
        this.editions = editions;
        this.time = time;
        this.events = events;
    }

    /** The rows of a member on all editions of a board. */
    List<ScoreRow> of(String board, String member) {
        return scores.of(board, member);
    }

    /** Writes rows and publishes them. */
    void put(List<RowChange> steps) {
        if (!steps.isEmpty()) {
            var rows = steps.stream().map(this::moved).toList();
            scores.put(rows);
            events.publishEvent(ScoresChanged.of(rows, null));
        }
    }

    private ScoreRow moved(RowChange step) {
        return step.after().movedFrom(step.before(), dayEnds(step.after().key().edition()));
    }

    private @Nullable Instant dayEnds(long edition) {
        return editions.byId(edition)
                .filter(each -> each.board().comparesDays())
                .map(each -> time.dayEndsWithin(each.period().endsAt()))
                .orElse(null);
    }
}
