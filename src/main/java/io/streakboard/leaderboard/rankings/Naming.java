package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What members and partitions may be called. A member is part of a path, where {@code .} and {@code ..} mean others. What is wrong begins with the name of the field. */
public final class Naming {

    private static final Pattern LEARNER = Pattern.compile("[1-9][0-9]{0,18}");
    private static final Pattern MEMBER = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._:-]{1,64}");
    private static final Pattern PARTITION = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private Naming() {}

    public static boolean isMember(Members members, String member) {
        return members == Members.ANY ? MEMBER.matcher(member).matches() : isLearner(member);
    }

    public static Optional<String> memberMistake(Members members, String member) {
        return isMember(members, member) ? Optional.empty() : Optional.of("member: " + memberRule(members));
    }

    /** What a member has to be, in words. */
    public static String memberRule(Members members) {
        return members == Members.ANY
                ? "must be 1 to 64 of A-Z, a-z, 0-9, . _ : -, but not . or .."
                : "must be the id of a learner";
    }

    private static boolean isLearner(String member) {
        return LEARNER.matcher(member).matches()
                && (member.length() < 19 || member.compareTo(Long.toString(Long.MAX_VALUE)) <= 0);
    }

    public static Optional<String> partitionMistake(BoardRule board, @Nullable String partition) {
        if (partition == null) {
            return Optional.empty();
        }
        if (!board.partitioned()) {
            return Optional.of("partition: " + board.name() + " has none");
        }
        return PARTITION.matcher(partition).matches()
                ? Optional.empty()
                : Optional.of("partition: must be 1 to 64 of A-Z, a-z, 0-9, . _ -");
    }

    public static Optional<String> partitionIsMissing(BoardRule board, @Nullable String partition) {
        return board.partitioned() && partition == null ? Optional.of("partition: is required") : Optional.empty();
    }
}
