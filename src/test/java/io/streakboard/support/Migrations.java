package io.streakboard.support;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Databases as earlier versions left them. */
public final class Migrations {

    private Migrations() {}

    /** Brings a database to a version of {@code db/migration}. */
    public static void run(DataSource database, String version) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .target(version)
                .load()
                .migrate();
    }
}
