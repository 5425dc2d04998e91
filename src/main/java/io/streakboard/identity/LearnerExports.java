package io.streakboard.identity;

import io.streakboard.time.BusinessTime;
import io.streakboard.web.Download;
import io.streakboard.web.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Exports of all data of a learner, written while it is read. Each learner has one export at a time, because an export
 * occupies a place for requests for as long as its client reads.
 */
@Component
class LearnerExports {

    private final List<PersonalData> modules;
    private final BusinessTime time;
    private final JsonMapper json;
    private final Set<Long> underWay = ConcurrentHashMap.newKeySet();

    LearnerExports(List<PersonalData> modules, BusinessTime time, JsonMapper json) {
        this.modules = modules.stream()
                .sorted(Comparator.comparing(PersonalData::section))
                .toList();
        this.time = time;
        this.json = json;
    }

    void send(long learner, HttpServletResponse response) {
        if (!underWay.add(learner)) {
            throw Problem.of(HttpStatus.TOO_MANY_REQUESTS, "rate-limited", "An export of this learner is under way.")
                    .retryAfter(2);
        }
        try {
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            Download.send(response, answer -> write(learner, answer));
        } finally {
            underWay.remove(learner);
        }
    }

    /** Writes JSON in the shape of {@link LearnerController.Export}. */
    private void write(long learner, OutputStream answer) {
        var export = json.createGenerator(answer);
        export.writeStartObject();
        export.writeStringProperty("learner", Long.toString(learner));
        export.writePOJOProperty("exportedAt", time.now());
        export.writeObjectPropertyStart("data");
        for (var module : modules) {
            export.writeName(module.section());
            write(module.of(learner), export);
        }
        export.writeEndObject();
        export.writeEndObject();
        export.flush();
    }

    private static void write(Object data, JsonGenerator export) {
        if (data instanceof Stream<?> rows) {
            export.writeStartArray();
            rows.forEach(export::writePOJO);
            export.writeEndArray();
        } else {
            export.writePOJO(data);
        }
    }
}
