package io.streakboard.imports;

import io.streakboard.identity.ForAdmins;
import io.streakboard.imports.ImportErrors.LineError;
import io.streakboard.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Imports of history. The file is kept in MySQL, then imported behind the answer. */
@RestController
@ForAdmins
@RequestMapping("/api/imports")
class ImportController {

    record Started(long id) {}

    record Progress(
            long id,
            ImportRun.State state,
            long rows,
            long awarded,
            long cut,
            long refused,
            long duplicate,
            long late,
            long invalid,
            List<LineError> errors,
            @Nullable String failure,
            double rowsPerSecond) {}

    private final ImportRuns runs;
    private final ImportErrors errors;
    private final Uploads uploads;
    private final ImportThreads threads;

    ImportController(ImportRuns runs, ImportErrors errors, Uploads uploads, ImportThreads threads) {
        this.runs = runs;
        this.errors = errors;
        this.uploads = uploads;
        this.threads = threads;
    }

    @PostMapping(consumes = "text/csv")
    ResponseEntity<Started> start(HttpServletRequest request) throws IOException {
        var run = uploads.receive(request.getInputStream());
        threads.begin(run);
        return ResponseEntity.accepted()
                .location(URI.create("/api/imports/" + run.id()))
                .body(new Started(run.id()));
    }

    @GetMapping("/{id}")
    Progress progress(@PathVariable long id) {
        return runs.findById(id)
                .filter(run -> run.state() != ImportRun.State.UPLOADING)
                .map(this::progress)
                .orElseThrow(() -> Problem.notFound("There is no import " + id));
    }

    private Progress progress(ImportRun run) {
        return new Progress(
                run.id(),
                run.state(),
                run.rows(),
                run.awarded(),
                run.cut(),
                run.refused(),
                run.duplicate(),
                run.late(),
                run.invalid(),
                errors.of(run.id()),
                run.failure(),
                run.rowsPerSecond());
    }
}
