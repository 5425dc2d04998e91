package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.Edition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.core.script.RedisScript;

/** The ranks that an edition had when the day before ended, see {@code ranking.lua}. */
public final class Formers {

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> FORMERS = EditionScripts.reading("formers", List.class);

    /**
     * @param count how many ranks there were; with dense ranks fewer than members
     * @param ranks of those who had one
     */
    public record Found(long count, Map<String, Long> ranks) {}

    private final Edition edition;
    private final EditionScripts scripts;
    private final List<String> keys;

    public Formers(Edition edition, EditionScripts scripts) {
        this.edition = edition;
        this.scripts = scripts;
        this.keys = new BoardKeys(edition).shown();
    }

    /** The former ranks of some members, whether or not they are ranked by now. */
    public Found of(List<String> members) {
        var reply = scripts.read(
                FORMERS, keys, members.stream().map(edition::written).toList());
        var ranks = new HashMap<String, Long>();
        for (int i = 0; i < members.size(); i++) {
            long rank = (Long) reply.get(i + 1);
            if (rank > 0) {
                ranks.put(members.get(i), rank);
            }
        }
        return new Found((Long) reply.getFirst(), ranks);
    }
}
