package io.streakboard.badges;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.badges.credentials.Credentials;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Badges for use elsewhere: as credentials, and the data to verify them. */
@RestController
class CredentialController {

    private static final CacheControl A_MINUTE =
            CacheControl.maxAge(Duration.ofMinutes(1)).cachePublic();

    /** Public; costs two queries and one signature. */
    private static final Duration CACHE_TTL = Duration.ofSeconds(1);

    private static final int MAX_CACHED = 100;

    private final BadgeSection badges;
    private final GivenTable given;
    private final BusinessTime time;
    private final Credentials credentials;
    private final LoadingCache<Long, String> lists = Caffeine.newBuilder()
            .maximumSize(MAX_CACHED)
            .expireAfterWrite(CACHE_TTL)
            .build(this::statusList);

    CredentialController(BadgeSection badges, GivenTable given, BusinessTime time, Credentials credentials) {
        this.badges = badges;
        this.given = given;
        this.time = time;
        this.credentials = credentials;
    }

    /**
     * A badge of the learner as a credential. Open Badges 3.0, a VC-JWT, for wallets and other platforms.
     *
     * @param badge the name of the badge
     * @param level the level, as the list of badges names it
     */
    @ForLearners
    @Refuses("not-found")
    @ApiResponse(
            responseCode = "200",
            description = "The signed credential",
            content = @Content(mediaType = "application/vc+jwt", schema = @Schema(type = "string")))
    @GetMapping("/api/badges/{badge}/levels/{level}/credential")
    ResponseEntity<String> credential(CurrentLearner learner, @PathVariable String badge, @PathVariable long level) {
        credentials.requireKey();
        var issued = given.of(learner.id()).stream()
                .filter(each -> each.badge().equals(badge) && each.level() == level)
                .filter(each -> each.withdrawnAt() == null)
                .findFirst()
                .orElseThrow(() -> Problem.notFound("The learner does not have this badge"));
        var known = badges.named(badge).orElseThrow(() -> Problem.notFound("This badge is no longer configured"));
        return ResponseEntity.ok()
                .contentType(Credentials.VC_JWT)
                .body(credentials.of(issued.number(), issued.learner(), issued.givenAt(), known.achievement(level)));
    }

    /** The keys that verify credentials. For anybody: a JWK set, empty without a key. */
    @PreAuthorize("permitAll")
    @ApiResponse(
            responseCode = "200",
            description = "The keys",
            content = @Content(mediaType = "application/json", schema = @Schema(type = "object")))
    @GetMapping("/.well-known/jwks.json")
    ResponseEntity<String> keys() {
        return open(MediaType.APPLICATION_JSON, credentials.keys());
    }

    /**
     * Which credentials are withdrawn. For anybody: a signed Bitstring Status List that may be a second old, or a minute
     * from a cache.
     *
     * @param list the number of the list, as credentials name it
     */
    @PreAuthorize("permitAll")
    @Refuses("not-found")
    @ApiResponse(
            responseCode = "200",
            description = "The signed list",
            content = @Content(mediaType = "application/vc+jwt", schema = @Schema(type = "string")))
    @GetMapping("/badges/status/{list}")
    ResponseEntity<String> status(@PathVariable long list) {
        credentials.requireKey();
        return open(Credentials.VC_JWT, lists.get(list));
    }

    private String statusList(long list) {
        if (list < 0 || list > given.lastNumber() / Credentials.LIST_SIZE) {
            throw Problem.notFound("There is no such status list");
        }
        long first = list * Credentials.LIST_SIZE;
        return credentials.statusList(list, given.withdrawn(first, first + Credentials.LIST_SIZE - 1), time.now());
    }

    private static ResponseEntity<String> open(MediaType type, String body) {
        return ResponseEntity.ok()
                .contentType(type)
                .cacheControl(A_MINUTE)
                .header(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*")
                .body(body);
    }
}
