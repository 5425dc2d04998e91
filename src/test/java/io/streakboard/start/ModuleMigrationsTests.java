package io.streakboard.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleMigrationsTests {

    @Test
    void theFolderNamesTheModule() {
        assertThat(ModuleMigrations.module("jar:file:/app/courses-1.0.0.jar!/db/module/courses/V1__courses.sql"))
                .isEqualTo("courses");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Courses", "my-courses", "1st", "a`b", "a b"})
    void aNameThatIsNoneOfATableStopsTheStart(String folder) {
        assertThatThrownBy(() -> ModuleMigrations.module("file:/classes/db/module/" + folder + "/V1__courses.sql"))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(folder);
    }
}
