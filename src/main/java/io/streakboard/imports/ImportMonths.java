package io.streakboard.imports;

import io.streakboard.imports.kinds.FileKind;
import io.streakboard.season.SeasonHolds;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Opens the months of an import one after the other. All of them are planned and held when it begins, but their tables
 * are made only when it comes to them, and past months are settled first where too many are open.
 */
@Component
class ImportMonths {

    private final Seasons seasons;
    private final SeasonHolds holds;
    private final ImportProperties properties;
    private final BusinessTime time;

    ImportMonths(Seasons seasons, SeasonHolds holds, ImportProperties properties, BusinessTime time) {
        this.seasons = seasons;
        this.holds = holds;
        this.properties = properties;
        this.time = time;
    }

    /** The month whose seasons a line needs; empty if it needs none, or there can be none. */
    <V> Optional<YearMonth> of(FileKind<V> kind, V value) {
        return instant(kind, value).map(time::monthOf);
    }

    /** Event date of a line whose season is not open yet. */
    <V> Optional<Instant> unopened(FileKind<V> kind, V value) {
        return instant(kind, value).filter(at -> seasons.opened(at).isEmpty());
    }

    private <V> Optional<Instant> instant(FileKind<V> kind, V value) {
        return kind.heldAt(value).filter(seasons::accepts);
    }

    /** The reason why the season of an instant cannot be opened yet; empty if it can. */
    Optional<String> blocking(Instant at) {
        var names = holds.blocking(time.monthOf(at), properties.maxOpenPastSeasons());
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("season %s to be settled%s"
                        .formatted(names.getFirst(), names.size() == 1 ? "" : ", and " + (names.size() - 1) + " more"));
    }

    /** Makes the tables of a season, and begins the tables of the owner's next seasons. */
    void open(Instant at, String owner) {
        seasons.open(at);
        holds.prepare(owner, properties.maxOpenPastSeasons());
    }
}
