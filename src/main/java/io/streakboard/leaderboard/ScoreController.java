package io.streakboard.leaderboard;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForServices;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.rankings.ConfiguredRankings;
import io.streakboard.leaderboard.rankings.MemberKeys;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import io.streakboard.web.RawJson;
import io.streakboard.web.Refuses;
import io.streakboard.web.ViolationCode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Scores from services outside the process. */
@RestController
@ForServices
class ScoreController {

    /**
     * @param board only where the path does not name it
     * @param delta for a board that sums
     * @param score for a board that keeps the best or the latest score
     * @param occurredAt now if absent
     */
    record SentScore(
            @Nullable String board,
            @NotNull String member,
            @Nullable String partition,
            @Nullable Long delta,
            @Nullable Long score,
            @NotNull String messageId,
            @Nullable Instant occurredAt,

            @Nullable @JsonDeserialize(using = RawJson.class)
            String extra) {

        private NewScore on(String name, MemberKeys keys, Instant now) {
            return new NewScore(
                    name,
                    keys.member(name, member),
                    partition,
                    delta,
                    score,
                    messageId,
                    Objects.requireNonNullElse(occurredAt, now),
                    extra);
        }
    }

    record ScoreBatch(@NotEmpty @Size(max = 1000) List<@NotNull @Valid SentScore> scores) {}

    /**
     * @param detail the reason for the refusal, in English
     * @param code the reason for programs
     * @param parameters values in the detail
     */
    record ScoreResult(
            int index,
            ScoreOutcome outcome,
            @Nullable String period,
            @Nullable Long before,
            @Nullable Long score,
            @Nullable Long rankBefore,
            @Nullable Long rank,
            @Nullable String detail,
            @Nullable String code,
            Map<String, ?> parameters) {}

    record ScoreResults(List<ScoreResult> results) {}

    private final Boards boards;
    private final ConfiguredRankings rankings;
    private final MemberKeys keys;
    private final BusinessTime time;

    ScoreController(Boards boards, ConfiguredRankings rankings, MemberKeys keys, BusinessTime time) {
        this.keys = keys;
        this.boards = boards;
        this.rankings = rankings;
        this.time = time;
    }

    /**
     * Takes scores for a board. Returns a result for each, in the same order. A message that was counted before is a
     * {@code DUPLICATE} with its first figures.
     */
    @Refuses("not-found")
    @PostMapping("/api/boards/{board}/scores")
    ScoreResults take(CurrentCaller caller, @PathVariable String board, @Valid @RequestBody ScoreBatch batch) {
        if (board.equals(BoardRule.POINTS)) {
            throw Problem.invalid(
                    "board",
                    "the points board takes activities, and no scores",
                    "not-for-this-board",
                    Map.of("board", board));
        }
        var rule = rankings.rule(board);
        if (rule.isFed()) {
            throw Problem.invalid(ViolationCode.SCORES_FROM_LEDGER.of("board", rule.name()));
        }
        var name = rule.name();
        var now = time.now();
        return take(
                caller,
                batch.scores().stream().map(sent -> sent.on(name, keys, now)).toList());
    }

    /** Takes scores for many boards. Each score names its board. */
    @PostMapping("/api/scores")
    ScoreResults take(CurrentCaller caller, @Valid @RequestBody ScoreBatch batch) {
        var scores = batch.scores();
        var now = time.now();
        return take(
                caller,
                IntStream.range(0, scores.size())
                        .mapToObj(index -> scores.get(index).on(board(index, scores.get(index)), keys, now))
                        .toList());
    }

    private static String board(int index, SentScore sent) {
        if (sent.board() == null) {
            throw Problem.invalid("scores[" + index + "].board", "is required", "required");
        }
        return sent.board();
    }

    private ScoreResults take(CurrentCaller caller, List<NewScore> scores) {
        var results = boards.submit(caller.counted(), scores);
        return new ScoreResults(IntStream.range(0, results.size())
                .mapToObj(index -> result(index, results.get(index)))
                .toList());
    }

    private static ScoreResult result(int index, SubmissionResult result) {
        var mistake = result.violation();
        return new ScoreResult(
                index,
                result.outcome(),
                result.period(),
                result.before(),
                result.score(),
                result.rankBefore(),
                result.rank(),
                result.detail(),
                mistake == null ? null : mistake.code(),
                mistake == null ? Map.of() : mistake.parameters());
    }
}
