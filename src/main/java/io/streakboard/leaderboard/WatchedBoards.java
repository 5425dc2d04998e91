package io.streakboard.leaderboard;

import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.BoardController.Me;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.updates.Watched;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Collection;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Boards as streams show them. */
@Component
class WatchedBoards {

    private static final int SIZE = 20;

    private final BoardController views;
    private final SeasonBoards boards;
    private final Seasons seasons;
    private final JsonMapper json;

    WatchedBoards(BoardController views, SeasonBoards boards, Seasons seasons, JsonMapper json) {
        this.views = views;
        this.boards = boards;
        this.seasons = seasons;
        this.json = json;
    }

    Watched points(String season) {
        return new Watched() {
            @Override
            public String version() {
                var found = seasons.find(season);
                return found.state() == State.SETTLED
                        ? "settled-" + found.id()
                        : Long.toString(boards.live(found).version());
            }

            @Override
            public String top() {
                var found = seasons.find(season);
                ObjectNode view =
                        json.valueToTree(views.view(found, boards.of(found).page(0, SIZE, null)));
                view.remove("me"); // each viewer's own event
                return json.writeValueAsString(view);
            }

            @Override
            public Map<String, String> standings(Collection<String> members) {
                return boards.of(seasons.find(season)).among(members, null).entries().stream()
                        .collect(toMap(Entry::member, entry -> json.writeValueAsString(me(entry))));
            }
        };
    }

    private static Me me(Entry entry) {
        return new Me(entry.rank(), entry.score());
    }
}
