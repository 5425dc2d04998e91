package io.streakboard.imports;

import io.streakboard.imports.ImportRun.State;
import java.time.Instant;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

interface ImportRuns extends JpaRepository<ImportRun, Long> {

    List<ImportRun> findByStateAndLeaseUntilBefore(State state, Instant instant);

    boolean existsByIdAndStateIn(long id, List<State> states);
}
