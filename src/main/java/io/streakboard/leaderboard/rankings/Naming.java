package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.web.Problem;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules for names of members and partitions. A member is part of a path, where {@code .} and {@code ..} have
 * another meaning.
 */
public final class Naming {

    private static final Pattern MEMBER = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._:-]{1,64}");
    private static final Pattern PARTITION = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private Naming() {}

    public static Optional<Violation> memberMistake(BoardRule board, String field, String member) {
        if (board.members() == Members.ANY) {
            return MEMBER.matcher(member).matches()
                    ? Optional.empty()
                    : notAMember(board, field, "must be 1 to 64 of A-Z, a-z, 0-9, . _ : -, but not . or ..");
        }
        return CurrentLearner.parse(member) != null
                ? Optional.empty()
                : notAMember(board, field, "must be the id of a learner");
    }

    private static Optional<Violation> notAMember(BoardRule board, String field, String message) {
        return Optional.of(new Violation(field, message, "not-a-member", Map.of("board", board.name())));
    }

    public static void checkMember(BoardRule board, String field, String member) {
        memberMistake(board, field, member).ifPresent(violation -> {
            throw Problem.invalid(violation);
        });
    }

    public static Optional<Violation> partitionMistake(BoardRule board, @Nullable String partition) {
        if (partition == null) {
            return Optional.empty();
        }
        if (!board.partitioned()) {
            return Optional.of(partitionMistake(board, board.name() + " has none", "not-for-this-board"));
        }
        return PARTITION.matcher(partition).matches()
                ? Optional.empty()
                : Optional.of(partitionMistake(board, "must be 1 to 64 of A-Z, a-z, 0-9, . _ -", "pattern"));
    }

    private static Violation partitionMistake(BoardRule board, String message, String code) {
        return new Violation("partition", message, code, Map.of("board", board.name()));
    }

    public static Optional<Violation> partitionIsMissing(BoardRule board, @Nullable String partition) {
        return board.partitioned() && partition == null
                ? Optional.of(ViolationCode.REQUIRED.of("partition"))
                : Optional.empty();
    }
}
