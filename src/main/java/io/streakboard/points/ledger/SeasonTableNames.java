package io.streakboard.points.ledger;

import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds the tables of each season by their names: a prefix and the season's id. */
public final class SeasonTableNames {

    private SeasonTableNames() {}

    /** The seasons with a table whose name begins with the prefix. */
    public static Set<Long> seasons(JdbcClient jdbc, String prefix) {
        return jdbc.sql("""
                        SELECT table_name FROM information_schema.tables
                         WHERE table_schema = DATABASE() AND table_name REGEXP ?
                        """).param("^" + prefix + "[0-9]+$").query((row, number) -> row.getString(1)).list().stream()
                .map(name -> Long.parseLong(name.substring(prefix.length())))
                .collect(Collectors.toSet());
    }
}
