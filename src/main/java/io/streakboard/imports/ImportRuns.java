package io.streakboard.imports;

import java.time.Instant;
import java.util.List;
import org.springframework.data.repository.CrudRepository;

interface ImportRuns extends CrudRepository<ImportRun, Long> {

    List<ImportRun> findByStateAndUpdatedAtBefore(ImportRun.State state, Instant instant);
}
