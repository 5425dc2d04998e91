package io.streakboard.signin.calendar;

import io.streakboard.signin.partition.Partitions;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * The names of the calendar's keys.
 *
 * <pre>
 * streak:{3}:complete                   string  mark: the bitmaps have what MySQL has
 * streak:{3}:rebuilding                 string  mark: the bitmaps are being rebuilt
 * streak:{3}:year:2026:42               string  learner 42's days of 2026, first bit = 1 January
 * streak:{3}:year:2026:page:7           string  the same for 128 learners (paged layout)
 * streak:{3}:make-ups:2026:42           string  signed days that were made up, in the same layout
 * streak:{3}:freezes:2026:42            string  missed days that a freeze bridged, in the same layout
 * streak:{3}:archived:17                hash    summaries of archived years: learner -> "2023 17 40 365"
 * </pre>
 */
@Component
public class CalendarKeys {

    private static final Pattern BITMAP = Pattern.compile(Partitions.PREFIX + "\\{(\\d+)}:year:(\\d+):(.+)");

    private final BitmapLayout layout;
    private final Partitions partitions;

    CalendarKeys(CalendarProperties properties, Partitions partitions) {
        this.layout = properties.layout();
        this.partitions = partitions;
    }

    public String complete(int partition) {
        return partitions.key(partition, "complete");
    }

    /** The mark of a learner's partition. */
    public String completeOf(long learner) {
        return complete(partitions.of(learner));
    }

    String rebuilding(int partition) {
        return partitions.key(partition, "rebuilding");
    }

    public String archived(long learner) {
        return key(learner, "archived:" + partitions.bucketOf(learner));
    }

    public String year(long learner, int year) {
        return bitmap("year:", learner, year);
    }

    public String makeUps(long learner, int year) {
        return bitmap("make-ups:", learner, year);
    }

    public String freezes(long learner, int year) {
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
        return key(learner, kind + year + ":" + bitmapName(learner));
    }

    private String key(long learner, String name) {
        return partitions.key(partitions.of(learner), name);
    }

    /** The last part of the names of the learner's bitmaps, after the year. */
    String bitmapName(long learner) {
        return layout.name(learner);
    }

    /** Where the learner's bits begin in their bitmaps. */
    public int firstByte(long learner) {
        return layout.firstByte(learner);
    }

    /** Whether a bitmap has the bits of one learner alone. */
    boolean ownBitmaps() {
        return layout == BitmapLayout.PER_LEARNER;
    }

    /** A pattern for the bitmaps of all years. */
    static String allBitmaps() {
        return Partitions.PREFIX + "{*}:year:*";
    }

    /** The learners and the year of a bitmap; empty if its key is not of this layout. */
    List<LearnerYear> holders(String bitmap) {
        var parts = BITMAP.matcher(bitmap);
        if (!parts.matches()) {
            return List.of();
        }
        int partition = Integer.parseInt(parts.group(1));
        int year = Integer.parseInt(parts.group(2));
        return layout.learners(parts.group(3))
                .filter(learner -> learner > 0 && partitions.of(learner) == partition)
                .mapToObj(learner -> new LearnerYear(learner, year))
                .toList();
    }
}
