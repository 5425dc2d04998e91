package io.streakboard.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.FileSystemUtils;

/**
 * A database that speaks MySQL, with full durability unless {@code streakboard.embedded.synced=false}. The bundled
 * MariaDB, or the MySQL that {@code streakboard.embedded.mysql-home} names.
 */
public final class DatabaseServer implements AutoCloseable {

    private static final String NAME = "streakboard";

    /** In no binary log: nodes of a group must not differ by transactions of their own. */
    private static final String CREATE_USER = """
            SET SESSION sql_log_bin = OFF;
            CREATE USER IF NOT EXISTS '%1$s'@'127.0.0.1' IDENTIFIED BY '%1$s';
            GRANT ALL ON *.* TO '%1$s'@'127.0.0.1' WITH GRANT OPTION;
            """.formatted(NAME);

    private final DatabaseProduct product;
    private final Path folder;
    private final int port;
    private final boolean synced;
    private final ServerProcess process;

    private DatabaseServer(DatabaseProduct product, Path folder, int port, boolean synced) {
        this.product = product;
        this.folder = folder;
        this.port = port;
        this.synced = synced;
        this.process = new ServerProcess("server", folder, () -> {
            execute("DO 1");
            return true;
        });
    }

    static DatabaseServer of(EmbeddedSettings settings) {
        var product = settings.mysqlHome() == null
                ? MariaDb.bundled()
                : new MySql(settings.mysqlHome().toAbsolutePath());
        var name = product.name().toLowerCase(Locale.ROOT);
        var installed = Draft.once(Binaries.FOLDER.resolve("installed-" + name), product::install);
        var folder = Draft.once(settings.dataDir().toAbsolutePath().resolve(name), draft -> {
            FileSystemUtils.copyRecursively(installed, draft.resolve("data"));
            Files.writeString(draft.resolve("user.sql"), CREATE_USER);
        });
        return new DatabaseServer(
                product,
                folder,
                settings.mysqlPort() == 0 ? ServerProcess.freePort() : settings.mysqlPort(),
                settings.synced());
    }

    /** {@code MariaDB} or {@code MySQL}. */
    public String product() {
        return product.name();
    }

    public int port() {
        return port;
    }

    public String user() {
        return NAME;
    }

    public String password() {
        return NAME;
    }

    /** Where Connector/J reaches the schema, which is created by the first connection. Both sides count in UTC. */
    public String jdbcUrl(String schema) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + schema
                + "?createDatabaseIfNotExist=true&connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true"
                + "&rewriteBatchedStatements=true&connectTimeout=5000&socketTimeout=60000"
                + "&sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    /** Opens a connection each time it is asked for one. */
    public DataSource dataSource(String schema) {
        return new DriverManagerDataSource(jdbcUrl(schema), user(), password());
    }

    /**
     * Starts the database, again on the same port and data after {@link #kill} or {@link #close}.
     *
     * @param settings arguments that come after the usual ones and so prevail
     */
    public void start(String... settings) {
        var command = new ArrayList<>(List.of(
                product.executable().toString(),
                "--no-defaults",
                "--basedir=" + product.home(),
                "--datadir=" + folder.resolve("data"),
                // Of its own: a MariaDB that starts removes the temporary tables of all that share its folder.
                "--tmpdir=" + temporary(),
                "--init-file=" + folder.resolve("user.sql"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                // Relative to the data: the path of a socket may have no more than 107 characters.
                "--socket=server.sock",
                "--pid-file=server.pid",
                "--console",
                "--skip-name-resolve",
                "--skip-log-bin",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_0900_ai_ci",
                "--default-time-zone=+00:00",
                "--transaction-isolation=READ-COMMITTED",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-buffer-pool-size=256M",
                "--max-connections=300",
                "--local-infile=1"));
        command.addAll(product.arguments());
        if (!synced) {
            command.addAll(product.unsynced());
        }
        command.addAll(List.of(settings));
        process.start(command);
    }

    private Path temporary() {
        try {
            return Files.createDirectories(folder.resolve("tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code kill -9}. Returns when the process is gone. */
    public void kill() {
        process.kill();
    }

    /** Stops the database where it is: it keeps its connections and answers nothing. */
    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    @Override
    public void close() {
        process.stop();
    }

    void drop(String schema) {
        try {
            execute("DROP DATABASE IF EXISTS " + schema);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = dataSource("").getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
