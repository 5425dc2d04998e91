package io.streakboard.leaderboard.seasons;

import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.identity.LearnerNames;
import io.streakboard.identity.LearnerProfile;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.CsvDownload;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The settled board of a season as a file, by rank. */
@RestController
@ForAdmins(reveals = true)
class BoardExportController {

    private static final int ROWS = 5_000;

    record Ranked(Entry entry, Object learner, @Nullable LearnerProfile profile) {}

    private final SeasonBoards boards;
    private final Seasons seasons;
    private final LearnerNames names;
    private final LearnerKeys keys;

    BoardExportController(SeasonBoards boards, Seasons seasons, LearnerNames names, LearnerKeys keys) {
        this.keys = keys;
        this.boards = boards;
        this.seasons = seasons;
        this.names = names;
    }

    /** Exports the board of a settled season. Rows are in the order of ranks. */
    @Refuses({"season-not-found", "season-not-settled"})
    @ApiResponse(
            responseCode = "200",
            description = "rank, user_id, name, points, reached_at, avatar",
            content = @Content(mediaType = "text/csv", schema = @Schema(type = "string")))
    @GetMapping("/api/seasons/{season}/board.csv")
    void board(@PathVariable String season, HttpServletResponse response) {
        var found = seasons.find(season);
        if (found.state() != State.SETTLED) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "season-not-settled",
                    "Season " + found.name() + " is not settled, but " + found.state());
        }
        new CsvDownload<Ranked>(
                        "board-" + found.name() + ".csv",
                        List.of("rank", "user_id", "name", "points", "reached_at", "avatar"),
                        after -> ranks(found, after == null ? 0 : after.entry().rank()),
                        ranked -> Arrays.asList(
                                ranked.entry().rank(),
                                ranked.learner(),
                                ranked.profile() == null
                                        ? null
                                        : ranked.profile().name(),
                                ranked.entry().score(),
                                ranked.entry().reachedAt(),
                                ranked.profile() == null
                                        ? null
                                        : ranked.profile().avatar()))
                .send(response);
    }

    private List<Ranked> ranks(Season season, long after) {
        var entries = boards.of(season).page(after, ROWS, null).entries();
        var learners = entries.stream().map(BoardExportController::learner).toList();
        var named = names.profiles(learners);
        var known = keys.columns(learners);
        return entries.stream()
                .map(entry -> new Ranked(entry, known.apply(learner(entry)), named.get(learner(entry))))
                .toList();
    }

    private static long learner(Entry entry) {
        return Long.parseLong(entry.member());
    }
}
