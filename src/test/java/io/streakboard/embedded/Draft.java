package io.streakboard.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.springframework.util.FileSystemUtils;

/** Makes a folder once: filled beside its place and moved there whole, so that no interrupted run leaves a half. */
interface Draft {

    void fill(Path folder) throws Exception;

    static Path once(Path folder, Draft draft) {
        if (Files.exists(folder)) {
            return folder;
        }
        try {
            Files.createDirectories(folder.getParent());
            var beside = Files.createTempDirectory(folder.getParent(), folder.getFileName() + "-");
            try {
                draft.fill(beside);
                Files.move(beside, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) {
                // Another process was faster.
                if (Files.notExists(folder)) {
                    throw e;
                }
            } finally {
                FileSystemUtils.deleteRecursively(beside);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException("Cannot make " + folder, e);
        }
        return folder;
    }
}
