package io.streakboard.imports;

import io.streakboard.imports.ImportErrors.LineError;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Imports of history. The file is spooled to disk, then imported behind the answer. */
@RestController
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
    private final Import imports;
    private final BusinessTime time;

    ImportController(ImportRuns runs, ImportErrors errors, Import imports, BusinessTime time) {
        this.runs = runs;
        this.errors = errors;
        this.imports = imports;
        this.time = time;
    }

    @PostMapping(consumes = "text/csv")
    ResponseEntity<Started> start(HttpServletRequest request) throws IOException {
        var file = spool(request);
        var run = runs.save(new ImportRun(time.now()));
        Thread.ofVirtual().name("import-" + run.id()).start(() -> imports.run(run, file));
        return ResponseEntity.accepted()
                .location(URI.create("/api/imports/" + run.id()))
                .body(new Started(run.id()));
    }

    private static Path spool(HttpServletRequest request) throws IOException {
        var file = Files.createTempFile("streakboard-import-", ".csv");
        try (var body = request.getInputStream();
                var spool = Files.newOutputStream(file)) {
            body.transferTo(spool);
            return file;
        } catch (IOException brokenOff) {
            Files.delete(file);
            throw brokenOff;
        }
    }

    @GetMapping("/{id}")
    Progress progress(@PathVariable long id) {
        return runs.findById(id).map(this::progress).orElseThrow(() -> Problem.notFound("There is no import " + id));
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
