package io.streakboard.signin.layout;

import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.start.StartRefused;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The layout of learners and their bitmaps in Redis, the zone of their days and the form of their keys, table {@code sign_in_layout}, fixed by
 * the first start. An instance with another one would sign learners in twice a day.
 */
class StoredLayout {

    private static final int DEFAULT_PARTITIONS = 128;

    private static final String ACTION =
            "Set the property to what the data was written with; streakboard.signin.partitions may also be left out."
                    + " docs/operations.md says how to change the layout of data (\"To change the partitions\").";

    private record Layout(int partitions, BitmapLayout bitmaps) {}

    private final JdbcClient jdbc;

    StoredLayout(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The stored partitions. The first start stores them.
     *
     * @param partitions the configured number; null: the stored number
     * @throws StartRefused if the configuration differs from the stored layout
     */
    Partitions partitions(@Nullable Integer partitions, BitmapLayout bitmaps) {
        var stored = find().orElseGet(() -> {
            add(new Layout(partitions == null ? DEFAULT_PARTITIONS : partitions, bitmaps));
            return find().orElseThrow();
        });
        if (partitions != null && partitions != stored.partitions()) {
            throw mismatch("partitions", partitions, stored.partitions());
        }
        if (bitmaps != stored.bitmaps()) {
            throw mismatch("layout", name(bitmaps), name(stored.bitmaps()));
        }
        return new Partitions(stored.partitions(), stored.bitmaps().spread());
    }

    /**
     * Stores the zone if none is stored.
     *
     * @throws StartRefused if days of the stored zone begin at other times
     */
    void require(ZoneId zone) {
        jdbc.sql("UPDATE sign_in_layout SET zone = ? WHERE zone IS NULL")
                .param(zone.getId())
                .update();
        var stored = jdbc.sql("SELECT zone FROM sign_in_layout")
                .query((row, number) -> ZoneId.of(row.getString("zone")))
                .single();
        if (!stored.getRules().equals(zone.getRules())) {
            throw new StartRefused(
                    "streakboard.zone is %s, but the data has days of %s".formatted(zone, stored), ACTION);
        }
    }

    /**
     * Stores whether learners are known by numbers or texts, if that is not stored.
     *
     * @throws StartRefused if the data was written with the other
     */
    void require(String learnerKeys) {
        jdbc.sql("UPDATE sign_in_layout SET learner_keys = ? WHERE learner_keys IS NULL")
                .param(learnerKeys)
                .update();
        var stored = jdbc.sql("SELECT learner_keys FROM sign_in_layout")
                .query(String.class)
                .single();
        if (!stored.equals(learnerKeys)) {
            throw new StartRefused(
                    "streakboard.learners.keys is %s, but the data was written with %s".formatted(learnerKeys, stored),
                    ACTION);
        }
    }

    /** @throws StartRefused if ids are hashes: a page of bitmaps would have one learner */
    static void requireDense(BitmapLayout bitmaps, boolean hashes) {
        if (hashes && bitmaps == BitmapLayout.PAGED) {
            throw new StartRefused(
                    "streakboard.signin.layout=paged needs numbers that count learners, and"
                            + " streakboard.learners.keys=texts has none",
                    "Set streakboard.signin.layout=per-learner.");
        }
    }

    private static StartRefused mismatch(String property, Object configured, Object stored) {
        return new StartRefused(
                "streakboard.signin.%s is %s, but the data in Redis was written with %s"
                        .formatted(property, configured, stored),
                ACTION);
    }

    /** If instances start together, the first decides. */
    private void add(Layout layout) {
        jdbc.sql("""
                        INSERT INTO sign_in_layout (id, partitions, bitmaps) VALUES (1, ?, ?)
                        ON DUPLICATE KEY UPDATE id = id
                        """).params(layout.partitions(), layout.bitmaps().name()).update();
    }

    private Optional<Layout> find() {
        return jdbc.sql("SELECT partitions, bitmaps FROM sign_in_layout")
                .query((row, number) ->
                        new Layout(row.getInt("partitions"), BitmapLayout.valueOf(row.getString("bitmaps"))))
                .optional();
    }

    /** The name as configured. */
    private static String name(BitmapLayout layout) {
        return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
