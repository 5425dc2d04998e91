package io.streakboard.imports;

import io.streakboard.runs.RunState;
import java.time.Instant;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

interface ImportRuns extends JpaRepository<ImportRun, Long> {

    List<ImportRun> findByStateAndLeaseUntilBefore(RunState state, Instant instant);

    boolean existsByIdAndFinishedAtIsNull(long id);
}
