package io.streakboard.fault;

import io.streakboard.process.ApplicationProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an instance tells about bitmaps and boards after a loss. */
final class Wholeness {

    private static final JsonMapper JSON = new JsonMapper();

    private Wholeness() {}

    /** Whether all bitmaps and boards are complete, and no run is under way. */
    static boolean of(ApplicationProcess instance) throws Exception {
        var board = JSON.readTree(instance.actuator("/actuator/boards/points").body());
        var report = report(instance);
        return !report.path("degraded").asBoolean(true)
                && !report.path("inProgress").asBoolean(true)
                && !board.path("degraded").asBoolean(true);
    }

    /** The latest run and what it found. */
    static JsonNode report(ApplicationProcess instance) throws Exception {
        return JSON.readTree(instance.actuator("/actuator/signins").body());
    }
}
