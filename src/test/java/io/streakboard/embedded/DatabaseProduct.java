package io.streakboard.embedded;

import java.nio.file.Path;
import java.util.List;

/** What differs between the databases that speak MySQL. */
interface DatabaseProduct {

    String name();

    Path home();

    Path executable();

    /** Arguments that the other product does not know. */
    List<String> arguments();

    /** Arguments for a server that leaves to the operating system when the disk gets what was written. */
    List<String> unsynced();

    /** Creates the system tables in an empty folder, which is copied for each server. */
    void install(Path data) throws Exception;

    /** Both refuse to run as root unless told to. */
    static List<String> asRoot() {
        return "root".equals(System.getProperty("user.name")) ? List.of("--user=root") : List.of();
    }
}
