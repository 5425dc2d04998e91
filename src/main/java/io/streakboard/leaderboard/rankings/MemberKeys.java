package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.Optional;
import org.springframework.modulith.NamedInterface;
import org.springframework.stereotype.Component;

/**
 * Members as they are named outside. Where they are learners, a board has the id, and requests and answers have the
 * key; other members have one name.
 */
@Component
@NamedInterface("scores")
public class MemberKeys {

    private final LearnerKeys keys;
    private final BoardRules rules;

    MemberKeys(LearnerKeys keys, BoardRules rules) {
        this.keys = keys;
        this.rules = rules;
    }

    /**
     * The member on a board; the text itself if it is not the key of a learner, which {@link Naming} refuses.
     *
     * @param board its name; may be unknown
     */
    public String member(String board, String named) {
        if (!keys.areTexts()) {
            return named;
        }
        var rule = board.equals(BoardRule.POINTS) ? Optional.of(rules.points()) : rules.readable(board);
        return rule.map(known -> member(known, named)).orElse(named);
    }

    private String member(BoardRule board, String named) {
        if (board.members() != Members.LEARNER) {
            return named;
        }
        var id = keys.idOrTaken(named);
        return id == null ? named : id.toString();
    }

    /**
     * The members on a board.
     *
     * @throws Problem if a text names no member, or another learner has the id of its key
     */
    List<String> checked(BoardRule board, String field, List<String> named) {
        if (haveKeys(board)) {
            return keys.asked(field, named).stream().map(String::valueOf).toList();
        }
        named.forEach(each -> Naming.checkMember(board, field, each));
        return named;
    }

    /** The same for one member, whose key an answer may have though it is not stored. */
    String checked(BoardRule board, String field, String named) {
        return haveKeys(board)
                ? Long.toString(keys.named(field, named))
                : checked(board, field, List.of(named)).getFirst();
    }

    private boolean haveKeys(BoardRule board) {
        return keys.areTexts() && board.members() == Members.LEARNER;
    }

    public String shown(String board, String member) {
        return board.equals(BoardRule.POINTS)
                ? shown(rules.points(), member)
                : rules.readable(board).map(rule -> shown(rule, member)).orElse(member);
    }

    /** The name of a member for answers. */
    String shown(BoardRule board, String member) {
        return haveKeys(board) ? keys.key(Long.parseLong(member)) : member;
    }
}
