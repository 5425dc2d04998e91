package io.streakboard.rulebook;

import io.streakboard.identity.ForAdmins;
import io.streakboard.rulebook.Publisher.Draft;
import io.streakboard.rulebook.RulebookProperties.Source;
import io.streakboard.web.Cursor;
import io.streakboard.web.CursorPage;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ObjectNode;

@RestController
@ForAdmins
@RequestMapping("/api/rulebook")
class RulebookController {

    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final Pattern ETAG = Pattern.compile("(?:W/)?\"([1-9][0-9]{0,17})\"");

    /** @param validFrom when it will be in force */
    record PendingVersion(long version, Instant validFrom) {}

    /**
     * @param version the version in force
     * @param source where rules are edited
     * @param pending the next version; null if there is none
     */
    record RulebookView(
            long version,
            Instant validFrom,
            Source source,
            ObjectNode document,
            @Nullable PendingVersion pending) {}

    /**
     * @param author the admin; null: an instance published the rules of its properties
     * @param withdrawnAt null unless it was withdrawn
     */
    record VersionView(
            long version,
            Instant validFrom,
            Instant publishedAt,
            Source source,
            @Nullable String author,
            @Nullable String reason,
            @Nullable Instant withdrawnAt) {

        static VersionView of(RulebookVersion version) {
            return new VersionView(
                    version.number(),
                    version.validFrom(),
                    version.publishedAt(),
                    version.source(),
                    version.author(),
                    version.reason(),
                    version.withdrawnAt());
        }
    }

    record VersionWithDocument(VersionView version, ObjectNode document) {}

    /** @param next the cursor of the next page; null on the last */
    record VersionsPage(List<VersionView> items, @Nullable String next) {}

    /** What a document would do; with violations it cannot be published. */
    record RuleCheck(List<RuleViolation> violations, List<RuleEffect> effects) {}

    /** @param restore the version whose document is published again */
    record RestoreRequest(
            @NotNull @Min(1) Long restore,
            @Nullable @Size(max = 200) String reason) {}

    private final Rulebook rulebook;
    private final RulebookVersions versions;
    private final Publisher publisher;
    private final ConfiguredRules configured;

    RulebookController(Rulebook rulebook, RulebookVersions versions, Publisher publisher, ConfiguredRules configured) {
        this.rulebook = rulebook;
        this.versions = versions;
        this.publisher = publisher;
        this.configured = configured;
    }

    /** The rules in force, and the version that follows. */
    @GetMapping
    ResponseEntity<RulebookView> rules() {
        var version = publisher.version(rulebook.version());
        var pending = rulebook.pending();
        return ResponseEntity.ok()
                .eTag(etag(version.number()))
                .body(new RulebookView(
                        version.number(),
                        version.validFrom(),
                        configured.areTheSource() ? Source.CONFIGURATION : Source.DATABASE,
                        version.json(),
                        pending == null ? null : new PendingVersion(pending.number(), pending.validFrom())));
    }

    /** The versions, newest first, withdrawn ones too. */
    @GetMapping("/versions")
    VersionsPage versions(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        long before = cursor == null || cursor.isEmpty()
                ? Long.MAX_VALUE
                : Cursor.read(cursor, 1, fields -> Long.parseLong(fields.getFirst()));
        var rows = versions.findByNumberLessThanOrderByNumberDesc(before, Limit.of(limit + 1));
        var page = CursorPage.of(rows, limit, last -> Cursor.of(last.number()));
        return new VersionsPage(page.map(VersionView::of), page.next());
    }

    /** A version, withdrawn or not, with its document. */
    @Refuses("version-not-found")
    @GetMapping("/versions/{number}")
    VersionWithDocument version(@PathVariable long number) {
        var version = publisher.version(number);
        return new VersionWithDocument(VersionView.of(version), version.json());
    }

    /** Checks a document. Finds all violations and all effects, and changes nothing. */
    @ForAdmins(changes = false) // asked while an admin writes
    @PostMapping(path = "/check", consumes = MediaType.APPLICATION_JSON_VALUE)
    RuleCheck check(@RequestBody ObjectNode document) {
        return checked(document);
    }

    /** Checks a patch of the rules in force, as {@code POST /api/rulebook/check} does with a document. */
    @ForAdmins(changes = false) // asked while an admin writes
    @PostMapping(path = "/check", consumes = MERGE_PATCH)
    RuleCheck checkPatch(@RequestBody ObjectNode patch) {
        return checked(patched(publisher.version(rulebook.version()), patch));
    }

    private RuleCheck checked(ObjectNode json) {
        var document = new RuleDocument(json);
        publisher.compare(document, rulebook.version());
        return new RuleCheck(document.violations(), document.effects());
    }

    /**
     * Publishes the rules in force with a patch (RFC 7396).
     *
     * @param ifMatch the version that the change is based on, such as {@code "7"}
     * @param validFrom when the version is to be valid; as soon as all instances can know it if absent
     * @param reason for the history and the audit trail
     */
    @Refuses({"rules-refused", "version-changed", "rulebook-pending", "rulebook-in-configuration"})
    @ApiResponse(responseCode = "201", description = "Published", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "These rules are in force already", useReturnTypeSchema = true)
    @PatchMapping(consumes = MERGE_PATCH)
    ResponseEntity<VersionView> patch(
            @RequestBody ObjectNode patch,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestParam(required = false) @Nullable Instant validFrom,
            @RequestParam(required = false) @Nullable @Size(max = 200) String reason,
            Principal admin) {
        long expected = expected(ifMatch);
        refuseIfConfigured();
        var document = patched(publisher.base(expected), patch);
        return published(new Draft(document, expected, validFrom, admin.getName(), reason));
    }

    /**
     * Publishes a document.
     *
     * @param ifMatch the version that the change is based on, such as {@code "7"}
     * @param validFrom when the version is to be valid; as soon as all instances can know it if absent
     * @param reason for the history and the audit trail
     */
    @Refuses({"rules-refused", "version-changed", "rulebook-pending", "rulebook-in-configuration"})
    @ApiResponse(responseCode = "201", description = "Published", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "These rules are in force already", useReturnTypeSchema = true)
    @PutMapping
    ResponseEntity<VersionView> put(
            @RequestBody ObjectNode document,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestParam(required = false) @Nullable Instant validFrom,
            @RequestParam(required = false) @Nullable @Size(max = 200) String reason,
            Principal admin) {
        refuseIfConfigured();
        return published(new Draft(document, expected(ifMatch), validFrom, admin.getName(), reason));
    }

    /** Publishes the document of an earlier version again, also where rules are edited in the properties. */
    @Refuses({"version-not-found", "rules-refused", "rulebook-pending"})
    @ApiResponse(responseCode = "201", description = "Published", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "These rules are in force already", useReturnTypeSchema = true)
    @PostMapping
    ResponseEntity<VersionView> restore(@Valid @RequestBody RestoreRequest request, Principal admin) {
        var document = publisher.version(request.restore()).json();
        return published(new Draft(document, publisher.newest().number(), null, admin.getName(), request.reason()));
    }

    /** Withdraws a version that is not valid yet. */
    @Refuses({"version-not-found", "version-valid"})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @DeleteMapping("/versions/{number}")
    void withdraw(@PathVariable long number) {
        publisher.withdraw(number);
        rulebook.refresh();
    }

    private ResponseEntity<VersionView> published(Draft draft) {
        var published = publisher.publish(draft);
        rulebook.refresh();
        var version = published == null ? publisher.newest() : published;
        return ResponseEntity.status(published == null ? HttpStatus.OK : HttpStatus.CREATED)
                .eTag(etag(version.number()))
                .body(VersionView.of(version));
    }

    private static ObjectNode patched(RulebookVersion version, ObjectNode patch) {
        return (ObjectNode) MergePatch.apply(version.json(), patch);
    }

    private void refuseIfConfigured() {
        if (configured.areTheSource()) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "rulebook-in-configuration",
                    "Rules are edited in the properties; streakboard.rulebook.source=database lets the API edit them");
        }
    }

    private static long expected(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw Problem.of(
                    HttpStatus.PRECONDITION_REQUIRED,
                    "precondition-required",
                    "If-Match must name the version that the change is based on, such as \"7\"");
        }
        var etag = ETAG.matcher(ifMatch);
        if (!etag.matches()) {
            throw Problem.invalid("If-Match", "must be a version, such as \"7\"", "malformed");
        }
        return Long.parseLong(etag.group(1));
    }

    private static String etag(long version) {
        return "\"" + version + "\"";
    }
}
