package io.streakboard.leaderboard.rankings;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.leaderboard.updates.LiveUpdates;
import io.streakboard.leaderboard.updates.Viewer;
import io.streakboard.web.CallerLanguage;
import io.streakboard.web.Refuses;
import io.streakboard.web.RequestEnd;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** Boards as streams of server-sent events. */
@RestController
@ForAnyCaller
class UpdatesController {

    private final LiveUpdates updates;
    private final Rankings rankings;
    private final WatchedBoards boards;

    UpdatesController(LiveUpdates updates, Rankings rankings, WatchedBoards boards) {
        this.updates = updates;
        this.rankings = rankings;
        this.boards = boards;
    }

    /**
     * A board as server-sent events. The event {@code top} is the first page, {@code me} the standing of the learner
     * who calls, each when it has changed; for as long as the token is valid.
     */
    @Refuses({"not-found", "season-not-found", "too-many-streams"})
    @ApiResponse(
            responseCode = "200",
            description = "Events, one after the other: `top` has a `TopEvent` as data, `me` a `MeEvent`",
            content = @Content(mediaType = "text/event-stream", schema = @Schema(type = "string")))
    @GetMapping(path = "/api/boards/{board}/updates", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<ResponseBodyEmitter> updates(
            CurrentCaller caller,
            HttpServletRequest request,
            @PathVariable String board,
            RankingQuery query,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String seen) {
        var found = rankings.find(board, query);
        var language = found.board().title().language(CallerLanguage.accepted());
        var answer = ResponseEntity.ok()
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .cacheControl(CacheControl.noStore())
                .header("X-Accel-Buffering", "no"); // or nginx would collect it
        if (request.getMethod().equals(HttpMethod.HEAD.name())) {
            return answer.build();
        }
        return answer.body(updates.open(
                board + " " + query + " " + language,
                boards.of(board, query, language),
                new Viewer(caller.counted(), caller.learner(), found.me(caller), seen, caller.until()),
                stream -> RequestEnd.then(request, status -> stream.run())));
    }
}
