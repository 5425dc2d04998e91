package io.streakboard.signin;

import io.streakboard.signin.BitmapLayout.BitmapAddress;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * The names of the module's Redis keys. Every key of a learner carries the hash tag of the learner's partition, so that
 * script, bitmaps and journal live in one cluster slot.
 *
 * <pre>
 * streak:{3}:journal                    stream  sign-ins on their way to MySQL
 * streak:{3}:parked                     hash    entries that could not be processed
 * streak:{3}:complete                   string  mark: the bitmaps have what MySQL has
 * streak:{3}:rebuilding                 string  mark: the bitmaps are being rebuilt
 * streak:{3}:year:2026:42               string  learner 42's days of 2026, first bit = 1 January
 * streak:{3}:year:2026:page:7           string  the same for 128 learners (paged layout)
 * streak:{3}:make-ups:2026:42           string  those of them that were made up, in the same layout
 * streak:{3}:freezes:2026:42            string  missed days that a freeze bridged, in the same layout
 * streak:{3}:archived:17                hash    what is kept of archived years: learner -> "2023 17 40 365"
 * streak:{3}:answers:2026-11-21:17      hash    what was answered that day: learner -> points, order
 * streak:count:2026-11-21               string  sign-ins of the day
 * </pre>
 */
@Component
class SignInKeys {

    /** Short: a learner's key of up to 30 characters takes 16 bytes less than a longer one, each year. */
    private static final String PREFIX = "streak:";

    private static final Pattern BITMAP = Pattern.compile(PREFIX + "\\{(\\d+)}:year:(\\d+):(.+)");

    /** Enough for what is kept of a million learners to stay in the compact encoding of small hashes. */
    private static final int BUCKETS = 512;

    private final BitmapLayout layout;
    private final int partitions;
    private final boolean cluster;

    SignInKeys(SignInProperties properties, RedisConnectionFactory connections) {
        this.layout = properties.layout();
        this.partitions = properties.partitions();
        this.cluster = connections instanceof LettuceConnectionFactory lettuce && lettuce.isClusterAware();
    }

    int partitions() {
        return partitions;
    }

    int partition(long learner) {
        return (int) (learner % partitions);
    }

    String journal(int partition) {
        return tagged(partition) + "journal";
    }

    String parked(int partition) {
        return tagged(partition) + "parked";
    }

    String complete(int partition) {
        return tagged(partition) + "complete";
    }

    String rebuilding(int partition) {
        return tagged(partition) + "rebuilding";
    }

    BitmapAddress address(long learner) {
        return layout.address(learner, partitions);
    }

    String year(long learner, int year) {
        return bitmap("year:", learner, year);
    }

    String makeUps(long learner, int year) {
        return bitmap("make-ups:", learner, year);
    }

    String freezes(long learner, int year) {
        return bitmap("freezes:", learner, year);
    }

    /** The three bitmaps of a year: signed, made up, frozen. */
    List<String> bitmaps(LearnerYear year) {
        return List.of(
                year(year.learner(), year.year()),
                makeUps(year.learner(), year.year()),
                freezes(year.learner(), year.year()));
    }

    private String bitmap(String kind, long learner, int year) {
        return tagged(partition(learner)) + kind + year + ":" + address(learner).name();
    }

    /** A pattern for the bitmaps of all years. */
    static String allBitmaps() {
        return PREFIX + "{*}:year:*";
    }

    /** Whose bits of which year a bitmap has; nobody's if the key is not one of this layout. */
    List<LearnerYear> holders(String bitmap) {
        var parts = BITMAP.matcher(bitmap);
        if (!parts.matches()) {
            return List.of();
        }
        int partition = Integer.parseInt(parts.group(1));
        int year = Integer.parseInt(parts.group(2));
        return layout.learners(parts.group(3), partition, partitions)
                .filter(learner -> learner > 0 && partition(learner) == partition)
                .mapToObj(learner -> new LearnerYear(learner, year))
                .toList();
    }

    String archived(long learner) {
        return tagged(partition(learner)) + "archived:" + learner / partitions % BUCKETS;
    }

    String answers(long learner, LocalDate day) {
        return tagged(partition(learner)) + "answers:" + day + ":" + learner / partitions % BUCKETS;
    }

    /** One count for all, except in a cluster, where a script reaches one slot only and each partition counts alone. */
    String count(long learner, LocalDate day) {
        return cluster ? tagged(partition(learner)) + "count:" + day : PREFIX + "count:" + day;
    }

    private static String tagged(int partition) {
        return PREFIX + "{" + partition + "}:";
    }
}
