package io.streakboard.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;

/**
 * Makes the tables of modules in separate jars, after the tables of the application. A module has its migrations in
 * {@code db/module/<name>} and their history in {@code flyway_<name>}, so it numbers them independently.
 */
@Component
class ModuleMigrations implements FlywayMigrationStrategy {

    private static final Pattern MODULE = Pattern.compile(".*/db/module/([^/]+)/[^/]+");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,31}");

    @Override
    public void migrate(Flyway flyway) {
        flyway.migrate();
        for (var module : modules()) {
            Flyway.configure()
                    .configuration(flyway.getConfiguration())
                    .locations("classpath:db/module/" + module)
                    .table("flyway_" + module)
                    .baselineOnMigrate(true) // the schema is not empty
                    .baselineVersion("0")
                    .load()
                    .migrate();
        }
    }

    private static SortedSet<String> modules() {
        var modules = new TreeSet<String>();
        try {
            for (var file : new PathMatchingResourcePatternResolver().getResources("classpath*:db/module/*/*.sql")) {
                modules.add(module(file.getURL().toString()));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return modules;
    }

    static String module(String file) {
        var name = MODULE.matcher(file).replaceFirst("$1");
        if (!NAME.matcher(name).matches()) {
            throw new StartRefused(
                    "The name of a module is part of a table's name, so it has to be as " + NAME + ", but there is "
                            + file,
                    "Rename the folder.");
        }
        return name;
    }
}
