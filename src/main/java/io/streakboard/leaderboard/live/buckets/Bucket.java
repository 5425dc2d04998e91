package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.leaderboard.live.set.EditionScripts;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.core.script.RedisScript;

/** A range of scores of an edition: an edition of its own, which members leave for another bucket. */
final class Bucket {

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> LEAVE = EditionScripts.changing("leave", List.class);

    private final int number;
    private final Edition edition;
    private final LiveEdition members;
    private final BoardKeys keys;
    private final EditionScripts scripts;

    Bucket(LiveEdition members, EditionScripts scripts, int number) {
        this.number = number;
        this.edition = members.edition();
        this.members = members;
        this.keys = new BoardKeys(edition);
        this.scripts = scripts;
    }

    LiveEdition members() {
        return members;
    }

    void take(List<Score> scores) {
        members.update(scores);
    }

    /**
     * Removes members that have moved, unless the bucket has newer scores of them; returns the moves to those.
     *
     * @param built whether only what a rebuild has built is meant
     */
    List<Move> leave(List<Move> moves, boolean built) {
        if (moves.isEmpty()) {
            return List.of();
        }
        var arguments = new ArrayList<>(List.of(built ? "1" : "0", Integer.toString(number)));
        for (var move : moves) {
            arguments.add(edition.written(move.member()));
            arguments.add(Integer.toString(move.corrections()));
            arguments.add(Integer.toString(move.bucket()));
        }
        var corrections = scripts.change(LEAVE, keys.all(), arguments);
        var newer = new ArrayList<Move>();
        for (int i = 0; i < moves.size(); i++) {
            int number = ((Long) corrections.get(i)).intValue();
            if (number >= 0) {
                newer.add(new Move(moves.get(i).member(), number, this.number));
            }
        }
        return newer;
    }
}
