package io.streakboard.signin;

import java.time.Duration;
import java.util.stream.Collectors;

/** The configured rules as the table that {@code calendar.lua} reads: part of the script, they cost a call nothing. */
final class ScriptRules {

    /** Longer than the day, in whatever zone and by whatever clock. */
    private static final Duration ANSWERS_KEPT = Duration.ofDays(2);

    private ScriptRules() {}

    static String of(SignInProperties properties) {
        return """
                local rules = {
                  ladder = {%s}, cycle = %s, milestones = {%s}, monthly = %s,
                  freezes = %d, longest_gap = %d, make_ups = %d, answers_kept = %d,
                  bitmap = %d
                }
                """.formatted(
                        properties.ladder().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                        properties.ladderCycle(),
                        properties.milestones().entrySet().stream()
                                .map(milestone -> "[%d] = %d".formatted(milestone.getKey(), milestone.getValue()))
                                .collect(Collectors.joining(", ")),
                        properties.monthlyReset(),
                        properties.freezes().quota(),
                        properties.freezes().longestGap(),
                        properties.makeUps().quota(),
                        ANSWERS_KEPT.toSeconds(),
                        properties.layout().bytes());
    }
}
