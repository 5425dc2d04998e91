package io.streakboard.badges.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.rewards.PrizeTable;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.streakboard.web.Sha256;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Titles for use elsewhere, as credentials. */
@RestController
class TitleController {

    private static final int ROWS = 5_000;

    private final PrizeTable prizes;
    private final Seasons seasons;
    private final BoardArchiver boards;
    private final Credentials credentials;
    private final Map<Long, String> digests = new ConcurrentHashMap<>();

    /** A digest reads a whole table, so only one is computed at a time; other callers are refused. */
    private final Semaphore reading = new Semaphore(1);

    TitleController(PrizeTable prizes, Seasons seasons, BoardArchiver boards, Credentials credentials) {
        this.prizes = prizes;
        this.seasons = seasons;
        this.boards = boards;
        this.credentials = credentials;
    }

    /**
     * The learner's title of a season as a credential. Its evidence is the learner's rank, and the counts and the hash
     * of the season's settled table.
     *
     * @param season id or name of the season
     */
    @ForLearners
    @Refuses({"not-found", "season-not-found"})
    @ApiResponse(
            responseCode = "200",
            description = "The signed credential",
            content = @Content(mediaType = "application/vc+jwt", schema = @Schema(type = "string")))
    @GetMapping("/api/rewards/{season}/credential")
    ResponseEntity<String> title(CurrentLearner learner, @PathVariable String season) {
        credentials.requireKey();
        var found = seasons.find(season);
        var none = Problem.notFound("The learner has no title in this season");
        var title = prizes.title(found.id(), learner.id()).orElseThrow(() -> none);
        var board = SettlementSource.settling(found);
        var standing = boards.rankOf(board, learner.id()).orElseThrow(() -> none);
        var evidence = "Rank %d with %d points, reached at %s; %d learners have %d points; SHA-256 %s"
                .formatted(
                        standing.rank(),
                        standing.points(),
                        standing.reachedAt(),
                        found.learners(),
                        found.points(),
                        digest(board));
        return ResponseEntity.ok()
                .contentType(Credentials.VC_JWT)
                .body(credentials.of(found, learner.id(), title, evidence));
    }

    private String digest(SettlementSource board) {
        var season = board.season().id();
        var known = digests.get(season);
        if (known != null) {
            return known;
        }
        if (!reading.tryAcquire()) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "overloaded",
                            "The hash of a settled table is being computed. Try again in a few seconds.")
                    .retryAfter(2);
        }
        try {
            return digests.computeIfAbsent(season, id -> compute(board));
        } finally {
            reading.release();
        }
    }

    /** Of a line for each rank. Ranks of deleted learners stay, so that it does not change. */
    private String compute(SettlementSource board) {
        var digest = Sha256.digest();
        long first = 1;
        for (var ranks = boards.ranks(board, first, ROWS); !ranks.isEmpty(); ranks = boards.ranks(board, first, ROWS)) {
            ranks.forEach(each ->
                    digest.update((each.rank() + "," + each.points() + "," + each.reachedAt() + "\n").getBytes(UTF_8)));
            first += ROWS;
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
