package io.streakboard.signin.script;

import io.streakboard.redis.LuaScript;
import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.time.BusinessTime;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The scripts that sign a day, with the configured rules. The rules are part of a script's text, so they add nothing to
 * a call.
 */
@Component
class ScriptRules {

    /** The functions that each script has, in this order: see {@code call.lua}. */
    private static final List<String> FUNCTIONS = List.of("days", "pay", "answers");

    private final SignInProperties properties;
    private final CalendarProperties calendar;
    private final BusinessTime time;

    ScriptRules(SignInProperties properties, CalendarProperties calendar, BusinessTime time) {
        this.properties = properties;
        this.calendar = calendar;
        this.time = time;
    }

    /** Whether the scripts always need all years, as the ladder's cycle counts all days ever signed. */
    boolean needAllYears() {
        return properties.ladderCycle();
    }

    /**
     * @param name such as {@code sign_in}
     * @param first parts before all functions
     */
    @SuppressWarnings("rawtypes")
    RedisScript<List> script(String name, String... first) {
        var parts = Stream.of(Stream.of("call"), Stream.of(first), FUNCTIONS.stream(), Stream.of(name))
                .flatMap(part -> part)
                .map(part -> LuaScript.text("signin/" + part));
        return RedisScript.of(ScriptResult.codesInLua() + rules() + parts.collect(Collectors.joining()), List.class);
    }

    private String rules() {
        return """
                local rules = {
                  ladder = {%s}, cycle = %s, milestones = {%s}, monthly = %s,
                  freezes = %d, longest_gap = %d, make_ups = %d, answers_kept = %d,
                  bitmap = %d, skipped = %s
                }
                """.formatted(
                        properties.ladder().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                        properties.ladderCycle(),
                        properties.milestones().entrySet().stream()
                                .map(milestone -> "[%d] = %d".formatted(milestone.getKey(), milestone.getValue()))
                                .collect(Collectors.joining(", ")),
                        calendar.monthlyReset(),
                        calendar.freezes().quota(),
                        calendar.freezes().longestGap(),
                        properties.makeUps().quota(),
                        RecentAnswers.KEPT.toSeconds(),
                        calendar.layout().bytes(),
                        skipped());
    }

    /** The days that the zone does not have, by year and day of the year from 0; most zones have all days. */
    private String skipped() {
        var days = time.skippedDays().stream()
                .map(day -> "[%s] = true".formatted(ScriptCalls.number(day)))
                .collect(Collectors.joining(", "));
        return days.isEmpty() ? "false" : "{" + days + "}";
    }
}
