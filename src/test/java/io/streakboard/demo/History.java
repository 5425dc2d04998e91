package io.streakboard.demo;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;

/**
 * What fifty learners did on a day. The same day has always the same history, so that a second start adds nothing.
 *
 * @param zone in which the day is
 * @param now nothing happens later
 * @param key how a learner is known
 */
record History(LocalDate day, ZoneId zone, Instant now, LongFunction<String> key) {

    static final long FIRST = 1001;
    static final int LEARNERS = 50;

    private static final List<String> TYPES = List.of("LESSON", "LESSON", "QUESTION", "NOTE", "REVIEW");

    private static final List<String> TITLES = List.of(
            "Loops",
            "Variables",
            "Functions",
            "Recursion",
            "Sorting",
            "Searching",
            "Lists and maps",
            "Text and numbers",
            "Reading a stack trace",
            "Tests first",
            "Big O");

    /** The first learner may make up a day. */
    private static final int MISSED_BY_THE_FIRST = 5;

    /** The first learners have still to sign in today. */
    private static final int OPEN = 5;

    List<Map<String, Object>> activities(LocalDate today) {
        var done = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < LEARNERS; i++) {
            var chance = chance(i);
            double diligence = 1 - i * 0.013;
            if (i == 0
                    ? !day.equals(today) && !day.equals(today.minusDays(MISSED_BY_THE_FIRST))
                    : chance.nextDouble() < diligence && (i >= OPEN || !day.equals(today))) {
                done.add(activity(i, "SIGN_IN", day.toString(), 0));
            }
            int number = (int) (chance.nextDouble() * 9 * diligence);
            for (int n = 0; n < number; n++) {
                var type = TYPES.get(chance.nextInt(TYPES.size()));
                var source = "%s-%s-%d".formatted(type.toLowerCase(Locale.ROOT), day, n);
                var activity = new HashMap<>(activity(i, type, source, n + 1));
                activity.put("title", TITLES.get(Math.floorMod(source.hashCode(), TITLES.size())));
                done.add(activity);
            }
        }
        return done;
    }

    private Map<String, Object> activity(int learner, String type, String source, int order) {
        var morning = day.atTime(7, 0).atZone(zone).toInstant().plusSeconds(learner * 37L + order * 600L);
        var at = morning.isBefore(now) ? morning : now;
        var begin = day.atStartOfDay(zone).toInstant();
        return Map.of(
                "learner",
                key.apply(FIRST + learner),
                "type",
                type,
                "sourceId",
                source,
                "occurredAt",
                (at.isBefore(begin) ? begin : at).toString());
    }

    /** Seeds that are neighbours would begin alike. */
    private Random chance(int number) {
        return new Random((day.toEpochDay() * LEARNERS * 2 + number) * 0x9E3779B97F4A7C15L);
    }

    /** Scores on both boards. */
    List<Map<String, Object>> scores() {
        var sent = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < LEARNERS; i++) {
            var chance = chance(-1 - i);
            var at = activity(i, "", "", 9).get("occurredAt");
            var member = key.apply(FIRST + i);
            if (chance.nextInt(3) > 0) {
                sent.add(Map.of(
                        "board",
                        "lessons",
                        "member",
                        member,
                        "delta",
                        1 + chance.nextInt(4),
                        "messageId",
                        "lessons-" + day + "-" + i,
                        "occurredAt",
                        at));
            }
            if (chance.nextInt(6) == 0) {
                sent.add(Map.of(
                        "board",
                        "quiz",
                        "member",
                        member,
                        "score",
                        40 + chance.nextInt(61),
                        "messageId",
                        "quiz-" + day + "-" + i,
                        "occurredAt",
                        at));
            }
        }
        return sent;
    }
}
