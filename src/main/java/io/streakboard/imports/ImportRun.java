package io.streakboard.imports;

import io.streakboard.imports.ImportErrors.LineError;
import io.streakboard.imports.kinds.LineOutcome;
import io.streakboard.imports.kinds.LineResult;
import io.streakboard.runs.RunState;
import io.streakboard.web.Text;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.AfterDomainEventPublication;
import org.springframework.data.domain.DomainEvents;

/**
 * An import of a file: its progress and the outcomes of its lines. A takeover saves the run first. From then on no
 * other instance can save it, because it has an older version.
 */
@Entity
@Table(name = "import_run")
class ImportRun {

    private static final int KEPT_ERRORS = 1000;
    private static final int LONGEST_FAILURE = 500;
    private static final int LONGEST_CAUSE = 200;
    private static final int LONGEST_ADMIN = 255;
    private static final int MOST_TRIES = 10;
    private static final Duration LONGEST_UPLOAD = Duration.ofDays(1);

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Enumerated(EnumType.STRING)
    private RunState state = RunState.RUNNING;

    @Version
    private long version;

    @Embedded
    private LineCounts lines = new LineCounts();

    private @Nullable String failure;
    private Instant startedAt;
    private Instant updatedAt;
    private @Nullable Instant finishedAt;

    private long lineReached;
    private @Nullable Instant reachedAt;
    private boolean prepared;
    private int tries;
    private @Nullable String waitingFor;

    private String kind;
    private boolean dryRun;
    private @Nullable String admin;

    @SuppressWarnings("UnusedVariable") // queries read it
    private @Nullable Instant leaseUntil;

    @Transient
    private boolean progressed;

    @Transient
    private final List<LineError> unsavedErrors = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // filled by JPA
    protected ImportRun() {}

    /** A run whose file is being uploaded. Not eligible for a takeover for 24 h. */
    ImportRun(String kind, boolean dryRun, String admin, Instant startedAt) {
        this.kind = kind;
        this.dryRun = dryRun;
        this.admin = Text.cut(admin, LONGEST_ADMIN);
        this.startedAt = startedAt;
        this.updatedAt = startedAt;
        this.leaseUntil = Instant.now().plus(LONGEST_UPLOAD);
    }

    /** Its file is complete. */
    void begin(Instant now, Duration lease) {
        startedAt = now;
        touch(now, lease);
    }

    /**
     * Renews the lease. It goes by the system's clock: the application's may be set to another time.
     */
    void touch(Instant now, Duration lease) {
        updatedAt = now;
        if (progressed) {
            reachedAt = now.truncatedTo(ChronoUnit.MILLIS);
            progressed = false;
        }
        leaseUntil = Instant.now().plus(lease);
    }

    /** Counts a try and returns whether it is allowed: not after ten without progress. */
    boolean tryAgain() {
        return ++tries <= MOST_TRIES;
    }

    /** Its seasons are held. */
    void prepared() {
        prepared = true;
    }

    /** All lines up to and including this one are counted. */
    void reached(long line) {
        lineReached = line;
        progressed = true;
        tries = 0;
    }

    /**
     * Since when lines may have been taken in that are not counted; null if there can be none, because the run has not
     * broken off since a line was counted.
     */
    @Nullable
    Instant uncountedSince() {
        return tries == 0 ? null : reachedAt == null ? startedAt : reachedAt;
    }

    /** @param cause in words; null: it goes on */
    void waitsFor(@Nullable String cause) {
        waitingFor = cause == null ? null : Text.cut(cause, LONGEST_CAUSE);
    }

    /** Takes over the version with which this run was saved. */
    void follow(ImportRun saved) {
        version = saved.version;
    }

    /** Counts a line. The first thousand errors of invalid lines are kept, and of late ones as many. */
    void count(long line, LineResult result) {
        var outcome = result.outcome();
        lines.count(outcome);
        if (result.violation() != null
                && (outcome == LineOutcome.LATE ? lines.late() : lines.invalid()) <= KEPT_ERRORS) {
            unsavedErrors.add(new LineError(line, result.violation()));
        }
    }

    /** The event that is published when the run is saved. */
    @DomainEvents
    List<ImportSaved> progress() {
        return List.of(new ImportSaved(dryRun ? Map.of() : lines.unsaved(), state));
    }

    @AfterDomainEventPublication
    void published() {
        lines.saved();
    }

    void done(Instant now) {
        waitingFor = null;
        state = RunState.DONE;
        finishedAt = now;
        updatedAt = now;
    }

    void fail(Instant now, String reason) {
        waitingFor = null;
        state = RunState.FAILED;
        failure = Text.cut(reason, LONGEST_FAILURE);
        finishedAt = now;
        updatedAt = now;
    }

    long id() {
        if (id == null) {
            throw new IllegalStateException("not saved yet");
        }
        return id;
    }

    /** The name under which it holds seasons. */
    String owner() {
        return "import " + id();
    }

    String kind() {
        return kind;
    }

    /** Whether it only tells what would happen. */
    boolean isDryRun() {
        return dryRun;
    }

    /** The uploader of the file; null for old runs. */
    @Nullable
    String admin() {
        return admin;
    }

    RunState state() {
        return state;
    }

    long lineReached() {
        return lineReached;
    }

    Instant startedAt() {
        return startedAt;
    }

    /** Null while it runs. */
    @Nullable
    Instant finishedAt() {
        return finishedAt;
    }

    boolean isPrepared() {
        return prepared;
    }

    /** The cause of its waiting, in words; null while it goes on. */
    @Nullable
    String waitingFor() {
        return waitingFor;
    }

    long version() {
        return version;
    }

    LineCounts lines() {
        return lines;
    }

    @Nullable
    String failure() {
        return failure;
    }

    /** Returns the errors that are not in the table yet. */
    List<LineError> takeErrors() {
        var errors = List.copyOf(unsavedErrors);
        unsavedErrors.clear();
        return errors;
    }

    /** Rows a second from the start to the end, or to the last progress. */
    double rowsPerSecond() {
        var end = finishedAt == null ? updatedAt : finishedAt;
        long millis = Duration.between(startedAt, end).toMillis();
        return millis == 0 ? 0 : Math.round(lines.rows() * 10_000.0 / millis) / 10.0;
    }
}
