package io.streakboard.activities;

import io.streakboard.identity.ForServices;
import io.streakboard.points.SourceTitles;
import io.streakboard.points.SourceTitles.SourceKey;
import io.streakboard.web.Problem;
import io.streakboard.web.SourceIds;
import io.streakboard.web.Violation;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Titles from the platform of what learners do. */
@RestController
@ForServices
class SourceController {

    /** @param type a points type other than SIGN_IN, whose sources are days */
    record TitledSource(
            @NotNull String type,
            @NotNull String sourceId,

            @NotNull @Schema(minLength = 1, maxLength = SourceTitles.LONGEST)
            String title) {}

    record SourceBatch(@NotEmpty @Size(max = 1000) List<@NotNull @Valid TitledSource> sources) {}

    /** @param set number of sources whose titles were set */
    record TitlesSet(int set) {}

    private final PointsTypes types;
    private final SourceTitles titles;

    SourceController(PointsTypes types, SourceTitles titles) {
        this.types = types;
        this.titles = titles;
    }

    /**
     * Sets titles of sources. Also for sources that no activity has yet. If a source comes twice, the later entry wins.
     */
    @PutMapping("/api/sources")
    TitlesSet set(@Valid @RequestBody SourceBatch batch) {
        types.refresh();
        var given = new HashMap<SourceKey, String>();
        for (int i = 0; i < batch.sources().size(); i++) {
            var source = batch.sources().get(i);
            var prefix = "sources[" + i + "].";
            violation(source).ifPresent(violation -> {
                throw Problem.invalid(violation.at(prefix + violation.field()));
            });
            given.put(new SourceKey(source.type(), source.sourceId()), source.title());
        }
        titles.set(given);
        return new TitlesSet(given.size());
    }

    private Optional<Violation> violation(TitledSource source) {
        return types.violationOfTitled(source.type())
                .or(() -> SourceIds.violation(source.sourceId()))
                .or(() -> SourceTitles.violation(source.title()));
    }
}
