package io.streakboard.imports.kinds;

import io.streakboard.leaderboard.Boards;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.rankings.MemberKeys;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Scores of configured boards: each line has a delta or a score, as its board wants. */
@Component
class ScoreKind implements FileKind<NewScore> {

    private final Boards boards;
    private final MemberKeys keys;

    ScoreKind(Boards boards, MemberKeys keys) {
        this.keys = keys;
        this.boards = boards;
    }

    @Override
    public String name() {
        return "scores";
    }

    @Override
    public List<String> columns() {
        return List.of("board", "member", "partition", "delta", "score", "message_id", "occurred_at", "extra");
    }

    @Override
    public NewScore read(Fields line) {
        return new NewScore(
                line.text("board"),
                keys.member(line.text("board"), line.text("member")),
                line.optional("partition"),
                line.optionalNumber("delta"),
                line.optionalNumber("score"),
                line.text("message_id"),
                line.instant("occurred_at"),
                line.optional("extra"));
    }

    @Override
    public List<LineResult> take(List<NewScore> scores, long run) {
        return results(boards.submit(scores));
    }

    @Override
    public Function<List<NewScore>, List<LineResult>> dryRun() {
        return scores -> results(boards.dryRun(scores));
    }

    /** A score that was too late before is too late again. */
    @Override
    public List<Optional<LineOutcome>> takenSince(List<NewScore> scores, Instant since) {
        return boards.countedSince(scores, since).stream()
                .map(counted -> counted ? Optional.of(LineOutcome.ACCEPTED) : Optional.<LineOutcome>empty())
                .toList();
    }

    private static List<LineResult> results(List<SubmissionResult> results) {
        return results.stream().map(ScoreKind::result).toList();
    }

    private static LineResult result(SubmissionResult result) {
        return switch (result.outcome()) {
            case APPLIED -> LineResult.of(LineOutcome.ACCEPTED);
            case DUPLICATE -> LineResult.of(LineOutcome.DUPLICATE);
            case LATE -> LineResult.of(LineOutcome.LATE, Objects.requireNonNull(result.violation()));
            case INVALID -> LineResult.of(LineOutcome.INVALID, Objects.requireNonNull(result.violation()));
        };
    }
}
