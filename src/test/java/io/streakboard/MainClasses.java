package io.streakboard;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;

/** All classes of the application, read once for all rules. */
public final class MainClasses {

    public static final JavaClasses ALL = new ClassFileImporter().importPath(Path.of("target", "classes"));

    private MainClasses() {}
}
