package io.streakboard.imports.kinds;

import io.streakboard.web.Problem;
import java.util.List;
import org.springframework.stereotype.Component;

/** All kinds of files, by name. */
@Component
public class FileKinds {

    private final List<FileKind<?>> kinds;

    FileKinds(List<FileKind<?>> kinds) {
        this.kinds = kinds;
    }

    public FileKind<?> named(String name) {
        return kinds.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.noneOf(
                        "kind", kinds.stream().map(FileKind::name).sorted().toList()));
    }
}
