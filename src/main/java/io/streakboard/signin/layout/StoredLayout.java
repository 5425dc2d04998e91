package io.streakboard.signin.layout;

import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.partition.Partitions;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How learners and their bitmaps are laid out in Redis, table {@code sign_in_layout}: as the first start has decided,
 * for ever. An instance that laid them out in another way would sign learners in twice a day.
 */
class StoredLayout {

    private static final int DEFAULT_PARTITIONS = 128;

    private record Layout(int partitions, BitmapLayout bitmaps) {}

    private final JdbcClient jdbc;

    StoredLayout(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The partitions as they are stored. The first start stores them.
     *
     * @param partitions how many are configured; null: as many as are stored
     * @throws LayoutMismatch if the configuration differs from what is stored
     */
    Partitions partitions(@Nullable Integer partitions, BitmapLayout bitmaps) {
        var stored = find().orElseGet(() -> {
            add(new Layout(partitions == null ? DEFAULT_PARTITIONS : partitions, bitmaps));
            return find().orElseThrow();
        });
        if (partitions != null && partitions != stored.partitions()) {
            throw LayoutMismatch.of("partitions", partitions, stored.partitions());
        }
        if (bitmaps != stored.bitmaps()) {
            throw LayoutMismatch.of("layout", name(bitmaps), name(stored.bitmaps()));
        }
        return new Partitions(stored.partitions(), stored.bitmaps().spread());
    }

    /** Of instances that start together the first decides. */
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

    /** As it is configured. */
    private static String name(BitmapLayout layout) {
        return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
