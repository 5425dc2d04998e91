package io.streakboard.leaderboard.fed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.From;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.points.Claim;
import io.streakboard.points.PaidEntries.PaidEntry;
import io.streakboard.web.Sha256;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * What the entries of the ledger add to a board that it feeds. Pure.
 *
 * <p>Without types, all that learners earn counts. Prizes and season rewards do not: a rank would earn further ranks.
 * Grants and deductions of admins are points, but no deeds.
 */
final class AwardScores {

    private static final Set<String> PRIZES = Set.of(Claim.SEASON_REWARD, Claim.BOARD_PRIZE);
    private static final Set<String> NO_DEEDS = Set.of(Claim.SEASON_REWARD, Claim.BOARD_PRIZE, Claim.ADJUSTMENT);

    private static final int MAX_MESSAGE_ID = 100;

    private AwardScores() {}

    /** The types that do not count on a board without types. */
    static Set<String> others(BoardRule board) {
        return requireNonNull(board.scores()).from() == From.POINTS ? PRIZES : NO_DEEDS;
    }

    /** Empty if the entry does not count. */
    static Optional<NewScore> score(BoardRule board, PaidEntry entry) {
        var scores = requireNonNull(board.scores());
        boolean counts = scores.types().isEmpty()
                ? !others(board).contains(entry.type())
                : scores.types().contains(entry.type());
        return counts
                ? Optional.of(NewScore.added(
                        board.name(),
                        entry.learner(),
                        scores.from() == From.POINTS ? entry.points() : 1,
                        messageId(entry),
                        entry.occurredAt()))
                : Optional.empty();
    }

    /**
     * The key of the entry in all ledgers, except for the learner: {@code 11:LESSON:lesson-42}. A source id that does not
     * fit a message id is a hash there.
     */
    static String messageId(PaidEntry entry) {
        var prefix = entry.homeSeason() + ":" + entry.type() + ":";
        var source = entry.sourceId().stripTrailing(); // the ledger's key ignores trailing blanks, too
        boolean fits = prefix.length() + source.length() <= MAX_MESSAGE_ID
                && source.chars().allMatch(each -> each > ' ' && each < 0x7f);
        return prefix + (fits ? source : "#" + hash(source));
    }

    private static String hash(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(text.getBytes(UTF_8)));
    }
}
