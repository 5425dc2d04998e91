package io.streakboard.imports;

import io.streakboard.identity.ForAdmins;
import io.streakboard.imports.ImportErrors.LineError;
import io.streakboard.runs.Background;
import io.streakboard.runs.RunState;
import io.streakboard.web.FileUpload;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Imports files. A file is kept in MySQL first; its import goes on after the answer. */
@RestController
@ForAdmins
@RequestMapping("/api/imports")
class ImportController {

    record Started(long id) {}

    /**
     * @param message the error, in English
     * @param code the same for programs
     * @param parameters the values in the message
     */
    record InvalidLine(long line, @Nullable String field, String message, String code, Map<String, ?> parameters) {

        static InvalidLine of(LineError error) {
            var violation = error.violation();
            return new InvalidLine(
                    error.line(), violation.field(), violation.text(), violation.code(), violation.parameters());
        }
    }

    /**
     * @param dryRun whether it is a dry run
     * @param admin who uploaded the file; null if that was not kept
     * @param accepted lines that were taken in; of activities it is 0, and the next three tell more
     * @param percent how much of the file is counted, roughly if it is large; null once the import has ended
     * @param late activities that counted for the current season; scores that came too late for their board
     * @param waitingFor what it waits for, in English, such as the settlement of a season; null while it goes on
     */
    record Progress(
            long id,
            String kind,
            boolean dryRun,
            @Nullable String admin,
            RunState state,
            @Nullable Integer percent,
            long rows,
            long accepted,
            long awarded,
            long cut,
            long refused,
            long duplicate,
            long late,
            long invalid,
            List<InvalidLine> errors,
            @Nullable String failure,
            @Nullable String waitingFor,
            double rowsPerSecond) {}

    /**
     * @param admin who uploaded the file; null if that was not kept
     * @param finishedAt null while it runs
     */
    record ListedImport(
            long id,
            String kind,
            boolean dryRun,
            @Nullable String admin,
            RunState state,
            Instant startedAt,
            @Nullable Instant finishedAt,
            long rows,
            long invalid,
            @Nullable String failure) {

        static ListedImport of(ImportRun run) {
            return new ListedImport(
                    run.id(),
                    run.kind(),
                    run.isDryRun(),
                    run.admin(),
                    run.state(),
                    run.startedAt(),
                    run.finishedAt(),
                    run.lines().rows(),
                    run.lines().invalid(),
                    run.failure());
        }
    }

    record ImportsPage(List<ListedImport> items, int page, int size, long total) {}

    private final ImportRuns runs;
    private final ImportErrors errors;
    private final Uploads uploads;
    private final Import imports;
    private final Background background;
    private final ImportCheckpoint checkpoint;

    ImportController(
            ImportRuns runs,
            ImportErrors errors,
            Uploads uploads,
            Import imports,
            Background background,
            ImportCheckpoint checkpoint) {
        this.runs = runs;
        this.errors = errors;
        this.uploads = uploads;
        this.imports = imports;
        this.background = background;
        this.checkpoint = checkpoint;
    }

    /** The imports, latest first. The list has running and ended imports. */
    @GetMapping
    ImportsPage imports(
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        var found = runs.findAll(PageRequest.of(page - 1, size, Sort.by("id").descending()));
        return new ImportsPage(found.map(ListedImport::of).getContent(), page, size, found.getTotalElements());
    }

    /**
     * Imports a file of activities, names, balances, scores or badges. Its header names the columns of its kind:
     * {@code user_id,type,source_id,occurred_at} in order of time, {@code user_id,name,avatar}, {@code
     * user_id,points,source_id}, {@code board,member,partition,delta,score,message_id,occurred_at,extra} or {@code
     * user_id,badge,level,given_at}; plain or gzip. The import goes on after the answer; importing a file again changes
     * nothing.
     *
     * @param kind {@code activities}, {@code names}, {@code balances}, {@code scores} or {@code badges}
     * @param dryRun whether to tell only what would happen
     */
    @ApiResponse(responseCode = "202", description = "The file is kept", useReturnTypeSchema = true)
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = "text/csv",
                            schema = @Schema(type = "string"),
                            examples =
                                    @ExampleObject(
                                            "user_id,type,source_id,occurred_at\n42,LESSON,lesson-7,2026-11-21T08:00:00Z\n")))
    @PostMapping(consumes = {FileUpload.CSV, FileUpload.EXCEL, FileUpload.BYTES, FileUpload.GZIP})
    ResponseEntity<Started> start(
            @RequestParam(defaultValue = "activities") String kind,
            @RequestParam(name = "dry-run", defaultValue = "false") boolean dryRun,
            HttpServletRequest request,
            Principal admin)
            throws IOException {
        var run = uploads.receive(kind, dryRun, admin.getName(), request.getInputStream());
        if (run.state() == RunState.RUNNING) {
            background.begin(run.owner(), stop -> imports.run(run, stop));
        }
        return ResponseEntity.accepted()
                .location(URI.create("/api/imports/" + run.id()))
                .body(new Started(run.id()));
    }

    /**
     * The progress of an import. Names the first thousand errors, with their lines.
     *
     * @param id the id of the import
     */
    @Refuses("not-found")
    @GetMapping("/{id}")
    Progress progress(@PathVariable long id) {
        return runs.findById(id).map(this::progress).orElseThrow(() -> Problem.notFound("There is no import " + id));
    }

    /**
     * Cancels an import. It becomes {@code FAILED}; counted lines stay counted, and it no longer holds its seasons. An
     * import that has ended stays as it is.
     *
     * @param id the id of the import
     */
    @Refuses("not-found")
    @DeleteMapping("/{id}")
    Progress cancel(@PathVariable long id, Principal admin) {
        return checkpoint
                .cancel(id, admin.getName())
                .map(this::progress)
                .orElseThrow(() -> Problem.notFound("There is no import " + id));
    }

    private Progress progress(ImportRun run) {
        var lines = run.lines();
        return new Progress(
                run.id(),
                run.kind(),
                run.isDryRun(),
                run.admin(),
                run.state(),
                run.state() == RunState.RUNNING ? uploads.percent(run) : null,
                lines.rows(),
                lines.accepted(),
                lines.awarded(),
                lines.cut(),
                lines.refused(),
                lines.duplicate(),
                lines.late(),
                lines.invalid(),
                errors.of(run.id()).stream().map(InvalidLine::of).toList(),
                run.failure(),
                run.waitingFor(),
                run.rowsPerSecond());
    }
}
