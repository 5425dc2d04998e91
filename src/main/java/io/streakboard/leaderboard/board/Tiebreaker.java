package io.streakboard.leaderboard.board;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import org.springframework.modulith.NamedInterface;

/**
 * Orders the learners with equal scores on one ranking by a keyed hash of their ids. Ordered by ids, the neighbours of
 * a learner shown by a pseudonym would reveal the id. The order differs on each ranking, so that two rankings reveal no
 * more than one.
 *
 * <pre>LEFT(SHA2(CONCAT(salt, id), 256), 6)    the same hash in MySQL</pre>
 *
 * @param salt in front of the ids; contains the secret of the installation
 */
@NamedInterface("among")
public record Tiebreaker(String salt) {

    /** Hexadecimal digits of a hash. Few learners with equal scores have equal hashes; these are ordered by id. */
    public static final int LENGTH = 6;

    /** The greater hash ranks first. */
    public String of(long learner) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest((salt + learner).getBytes(US_ASCII));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, LENGTH / 2));
        } catch (NoSuchAlgorithmException never) { // every Java has this hash
            throw new IllegalStateException(never);
        }
    }

    /** First ranks first. */
    public Comparator<Long> order() {
        return Comparator.<Long, String>comparing(this::of).reversed().thenComparing(Comparator.naturalOrder());
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "Tiebreaker";
    }
}
