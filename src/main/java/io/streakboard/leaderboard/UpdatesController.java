package io.streakboard.leaderboard;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.leaderboard.updates.LiveUpdates;
import io.streakboard.leaderboard.updates.Viewer;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** Boards as streams of server-sent events. */
@RestController
@ForLearners
class UpdatesController {

    private final LiveUpdates updates;
    private final Seasons seasons;
    private final WatchedBoards boards;

    UpdatesController(LiveUpdates updates, Seasons seasons, WatchedBoards boards) {
        this.updates = updates;
        this.seasons = seasons;
        this.boards = boards;
    }

    @GetMapping(path = "/api/boards/{board}/updates", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<ResponseBodyEmitter> updates(
            CurrentLearner learner,
            HttpMethod method,
            @PathVariable String board,
            @RequestParam(defaultValue = BoardController.CURRENT) String season,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String seen) {
        if (!board.equals(PointsBoard.NAME)) {
            throw Problem.notFound("There is no board '" + board + "'");
        }
        seasons.find(season);
        var answer = ResponseEntity.ok()
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .cacheControl(CacheControl.noStore())
                .header("X-Accel-Buffering", "no"); // or nginx would collect it
        if (method == HttpMethod.HEAD) {
            return answer.build();
        }
        var viewer = new Viewer(learner.id(), Long.toString(learner.id()), seen, learner.until());
        return answer.body(updates.open("points " + season, boards.points(season), viewer));
    }
}
