package io.streakboard.leaderboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.book.CheckedScore;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.book.Submission;
import io.streakboard.leaderboard.book.SubmissionResult;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.rankings.Naming;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Text;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The rules for valid scores. */
@Component
class ScoreRules {

    private static final int MAX_MESSAGE_ID_LENGTH = 100;
    private static final Pattern MESSAGE_ID =
            Pattern.compile("(?U)[\\p{Graph}&&[^\\p{Cf}]]{1," + MAX_MESSAGE_ID_LENGTH + "}");
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final int MAX_EXTRA_BYTES = 1024;

    private final BoardRules boards;
    private final Cycles cycles;
    private final BusinessTime time;
    private final DeletedLearners deleted;
    private final JsonMapper json;

    ScoreRules(BoardRules boards, Cycles cycles, BusinessTime time, DeletedLearners deleted, JsonMapper json) {
        this.boards = boards;
        this.cycles = cycles;
        this.time = time;
        this.deleted = deleted;
        this.json = json;
    }

    CheckedScore check(NewScore score) {
        var board = boards.find(score.board());
        return board.isEmpty() ? invalid(ViolationCode.BOARD_UNKNOWN.of("board")) : check(board.get(), score);
    }

    private CheckedScore check(BoardRule board, NewScore score) {
        var wrong = Stream.<Function<NewScore, Optional<Violation>>>of(
                        each -> fedMistake(board),
                        each -> memberMistake(board, each.member()),
                        each -> Naming.partitionMistake(board, each.partition()),
                        each -> Naming.partitionIsMissing(board, each.partition()),
                        each -> valueMistake(board, each),
                        each -> messageMistake(each.messageId()),
                        each -> timeMistake(each.occurredAt()),
                        each -> extraMistake(each.extra()))
                .flatMap(rule -> rule.apply(score).stream())
                .findFirst();
        if (wrong.isPresent()) {
            return invalid(wrong.get());
        }
        return Submission.of(board, cycles.at(board, score.occurredAt()), score);
    }

    private static SubmissionResult invalid(Violation violation) {
        return SubmissionResult.refused(ScoreOutcome.INVALID, null, violation);
    }

    private static Optional<Violation> fedMistake(BoardRule board) {
        return board.isFed()
                ? Optional.of(ViolationCode.SCORES_FROM_LEDGER.of("board", board.name()))
                : Optional.empty();
    }

    private Optional<Violation> memberMistake(BoardRule board, String member) {
        if (board.members() == Members.LEARNER && member.equals(Long.toString(LearnerKeys.TAKEN))) {
            return Optional.of(ViolationCode.LEARNER_KEY_TAKEN.of("member"));
        }
        return Naming.memberMistake(board, "member", member)
                .or(() -> board.members() == Members.LEARNER && deleted.contains(Long.parseLong(member))
                        ? Optional.of(ViolationCode.LEARNER_DELETED.of("member"))
                        : Optional.empty());
    }

    private static Optional<Violation> valueMistake(BoardRule board, NewScore score) {
        boolean sums = board.operator() == Operator.SUM;
        var field = sums ? "delta" : "score";
        var other = sums ? score.score() : score.delta();
        var value = sums ? score.delta() : score.score();
        if (value == null) {
            return Optional.of(ViolationCode.REQUIRED.of(field));
        }
        if (other != null) {
            return Optional.of(ViolationCode.NOT_FOR_THIS_BOARD.of(sums ? "score" : "delta", board.name(), field));
        }
        long least = sums ? -board.maxScore() : 0;
        return value < least || value > board.maxScore()
                ? Optional.of(ViolationCode.RANGE.of(field, least, board.maxScore()))
                : Optional.empty();
    }

    private static Optional<Violation> messageMistake(String messageId) {
        return MESSAGE_ID.matcher(messageId).matches()
                ? Optional.empty()
                : Optional.of(ViolationCode.VISIBLE_CHARACTERS.of("messageId", MAX_MESSAGE_ID_LENGTH));
    }

    private Optional<Violation> timeMistake(Instant occurredAt) {
        if (occurredAt.isAfter(time.now().plus(CLOCK_SKEW))) {
            return Optional.of(ViolationCode.IN_THE_FUTURE.of("occurredAt", occurredAt));
        }
        return occurredAt.isBefore(EARLIEST)
                ? Optional.of(ViolationCode.TOO_LONG_AGO.of("occurredAt", occurredAt, EARLIEST))
                : Optional.empty();
    }

    private Optional<Violation> extraMistake(@Nullable String extra) {
        if (extra == null) {
            return Optional.empty();
        }
        if (extra.length() > MAX_EXTRA_BYTES || extra.getBytes(UTF_8).length > MAX_EXTRA_BYTES) {
            return Optional.of(ViolationCode.EXTRA_LENGTH.of("extra", MAX_EXTRA_BYTES));
        }
        if (!Text.isWhole(extra)) {
            return Optional.of(ViolationCode.TEXT_BROKEN.of("extra"));
        }
        return isObject(extra) ? Optional.empty() : Optional.of(ViolationCode.NOT_AN_OBJECT.of("extra"));
    }

    private boolean isObject(String text) {
        try {
            var node = json.readTree(text);
            return node.isObject() && isFinite(node);
        } catch (JacksonException malformed) {
            return false;
        }
    }

    /** Refuses 1e400, which other programs read as infinity. */
    private static boolean isFinite(JsonNode node) {
        return node.isNumber()
                ? Double.isFinite(node.doubleValue())
                : node.values().stream().allMatch(ScoreRules::isFinite);
    }
}
