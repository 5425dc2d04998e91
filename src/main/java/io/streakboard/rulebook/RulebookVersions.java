package io.streakboard.rulebook;

import io.streakboard.rulebook.RulebookVersion.Header;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Its own queries are SQL: a start takes longer where there is JPQL to be parsed. */
interface RulebookVersions extends JpaRepository<RulebookVersion, Long> {

    /** The versions that are or were to be valid, oldest first. */
    List<Header> findByWithdrawnAtIsNullOrderByNumber();

    /** The version that is or will be valid for good, until another is published. */
    RulebookVersion findFirstByWithdrawnAtIsNullOrderByNumberDesc();

    /** Locks the first version. Whoever locks it publishes; others wait until the transaction ends. */
    @Query(value = "SELECT number FROM rulebook_version WHERE number = 1 FOR UPDATE", nativeQuery = true)
    Optional<Long> lockFirst();

    /** Withdrawn ones count: a start that replaced a version must not be undone by another start. */
    boolean existsByDigest(String digest);

    @Query(value = "SELECT MAX(number) FROM rulebook_version", nativeQuery = true)
    long greatest();

    /** Newest first, withdrawn ones too. */
    List<RulebookVersion> findByNumberLessThanOrderByNumberDesc(long number, Limit limit);
}
