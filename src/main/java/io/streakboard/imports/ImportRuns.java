package io.streakboard.imports;

import io.streakboard.runs.RunState;
import java.time.Instant;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

interface ImportRuns extends JpaRepository<ImportRun, Long> {

    List<ImportRun> findByStateAndLeaseUntilBefore(RunState state, Instant instant);

    boolean existsByIdAndFinishedAtIsNull(long id);

    /** Renews a lease unless the run has ended or another instance has saved it; returns 1 if it did. */
    @Modifying
    @Query(
            value =
                    "UPDATE import_run SET lease_until = :until WHERE id = :id AND version = :version AND state = 'RUNNING'",
            nativeQuery = true)
    int renew(long id, long version, Instant until);
}
