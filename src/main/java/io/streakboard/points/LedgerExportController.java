package io.streakboard.points;

import io.streakboard.season.Seasons;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class LedgerExportController {

    private final LedgerExport export;
    private final Seasons seasons;

    LedgerExportController(LedgerExport export, Seasons seasons) {
        this.export = export;
        this.seasons = seasons;
    }

    @GetMapping("/api/seasons/{season}/records.csv")
    void records(@PathVariable String season, HttpServletResponse response) {
        export.records(seasons.find(season)).send(response);
    }

    @GetMapping("/api/seasons/{season}/totals.csv")
    void totals(@PathVariable String season, HttpServletResponse response) {
        export.totals(seasons.find(season)).send(response);
    }
}
