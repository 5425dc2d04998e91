package io.streakboard.season;

import jakarta.annotation.PostConstruct;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Brings the tables of existing seasons up to the template while the application starts, before anything reads or
 * writes them. Instances that start together wait for each other: Flyway locks each season's history.
 */
@Component
class SeasonUpgrade {

    private static final Logger log = LoggerFactory.getLogger(SeasonUpgrade.class);

    private final SeasonTable table;
    private final SeasonTemplate template;

    SeasonUpgrade(SeasonTable table, SeasonTemplate template) {
        this.table = table;
        this.template = template;
    }

    @PostConstruct
    void run() throws SQLException {
        for (var season : table.before(SeasonTemplate.VERSION)) {
            template.upgrade(season);
            table.upgraded(season.id(), SeasonTemplate.VERSION);
            log.info("The tables of season {} were brought up to template {}", season.name(), SeasonTemplate.VERSION);
        }
    }
}
