package io.streakboard.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Download;
import io.streakboard.web.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.OutputStream;
import java.time.Duration;
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
 * occupies a permit for requests for as long as its client reads. Learners wait between their own, because each reads
 * all boards.
 */
@Component
class LearnerExports {

    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final int REMEMBERED = 100_000;

    private final List<PersonalData> modules;
    private final LearnerKeys keys;
    private final BusinessTime time;
    private final JsonMapper json;
    private final Set<Long> underWay = ConcurrentHashMap.newKeySet();
    private final Cache<Long, Boolean> lately = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(PAUSE)
            .build();

    LearnerExports(List<PersonalData> modules, LearnerKeys keys, BusinessTime time, JsonMapper json) {
        this.keys = keys;
        this.modules = modules.stream()
                .sorted(Comparator.comparing(PersonalData::section))
                .toList();
        this.time = time;
        this.json = json;
    }

    /** The learner's own export, some seconds after the end of the previous one. */
    void sendOwn(long learner, HttpServletResponse response) {
        if (lately.asMap().putIfAbsent(learner, true) != null) {
            throw refused("An export of this learner began or ended less than ten seconds ago.", PAUSE);
        }
        try {
            send(learner, response);
        } finally {
            lately.put(learner, true);
        }
    }

    void send(long learner, HttpServletResponse response) {
        if (!underWay.add(learner)) {
            throw refused("An export of this learner is under way.", Duration.ofSeconds(2));
        }
        try {
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            Download.send(response, answer -> write(learner, answer));
        } finally {
            underWay.remove(learner);
        }
    }

    private static Problem refused(String detail, Duration wait) {
        return Problem.of(HttpStatus.TOO_MANY_REQUESTS, "rate-limited", detail).retryAfter((int) wait.toSeconds());
    }

    /** Writes JSON in the shape of {@link LearnerController.Export}. */
    private void write(long learner, OutputStream answer) {
        var export = json.createGenerator(answer);
        export.writeStartObject();
        export.writeStringProperty("learner", keys.key(learner));
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
