package io.streakboard.embedded;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An unpacked MySQL 8. */
record MySql(Path home) implements DatabaseProduct {

    MySql {
        Binaries.makeExecutable(home.resolve("bin/mysqld"));
    }

    @Override
    public String name() {
        return "MySQL";
    }

    @Override
    public Path executable() {
        return home.resolve("bin/mysqld");
    }

    @Override
    public List<String> arguments() {
        var arguments = new ArrayList<>(DatabaseProduct.asRoot());
        arguments.add("--mysqlx=OFF");
        return arguments;
    }

    @Override
    public List<String> unsynced() {
        return List.of("--innodb-flush-method=nosync");
    }

    @Override
    public void install(Path data) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                executable().toString(),
                "--no-defaults",
                "--initialize-insecure",
                "--basedir=" + home,
                "--datadir=" + data));
        command.addAll(DatabaseProduct.asRoot());
        var log = Files.createTempFile("mysql-install", ".log");
        var code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log.toFile()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("MySQL cannot create its tables: " + Files.readString(log));
        }
        Files.delete(log);
        Files.delete(data.resolve("auto.cnf")); // a copy that starts names itself
    }
}
