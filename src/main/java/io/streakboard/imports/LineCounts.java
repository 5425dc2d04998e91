package io.streakboard.imports;

import io.streakboard.imports.kinds.LineOutcome;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Transient;
import java.util.EnumMap;
import java.util.Map;

/** Outcomes of the lines of a file. */
@Embeddable
class LineCounts {

    @Column(name = "line_count")
    private long rows;

    private long accepted;
    private long awarded;
    private long cut;
    private long refused;
    private long duplicate;
    private long late;
    private long invalid;

    @Transient
    private final Map<LineOutcome, Long> unsaved = new EnumMap<>(LineOutcome.class);

    void count(LineOutcome outcome) {
        rows++;
        switch (outcome) {
            case ACCEPTED -> accepted++;
            case AWARDED -> awarded++;
            case CUT -> cut++;
            case REFUSED -> refused++;
            case DUPLICATE -> duplicate++;
            case LATE -> late++;
            case INVALID -> invalid++;
        }
        unsaved.merge(outcome, 1L, Long::sum);
    }

    /** Counts since the run was last saved. */
    Map<LineOutcome, Long> unsaved() {
        return Map.copyOf(unsaved);
    }

    void saved() {
        unsaved.clear();
    }

    long rows() {
        return rows;
    }

    long accepted() {
        return accepted;
    }

    long awarded() {
        return awarded;
    }

    long cut() {
        return cut;
    }

    long refused() {
        return refused;
    }

    long duplicate() {
        return duplicate;
    }

    long late() {
        return late;
    }

    long invalid() {
        return invalid;
    }
}
