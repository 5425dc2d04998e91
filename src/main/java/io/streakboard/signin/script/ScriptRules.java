package io.streakboard.signin.script;

import io.streakboard.redis.LuaScript;
import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.calendar.SignInRules;
import io.streakboard.signin.calendar.SignInSection;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The scripts that sign a day, with the rules of that day. The rules are part of a script's text, so they add nothing to
 * a call.
 */
@Component
class ScriptRules {

    /** The functions that each script has, in this order: see {@code call.lua}. */
    private static final List<String> FUNCTIONS = List.of("days", "pay", "answers");

    /**
     * The scripts with the rules of some days.
     *
     * @param giveBack a make-up that needs none to be left
     */
    @SuppressWarnings("rawtypes")
    record Scripts(
            SignInRules rules,
            RedisScript<List> signIn,
            RedisScript<List> makeUp,
            RedisScript<List> giveBack,
            RedisScript<List> journalAgain) {

        /** Whether a script makes a day up, which can wait until all days are known. */
        @SuppressWarnings("rawtypes")
        boolean makesUp(RedisScript<List> script) {
            return script == makeUp || script == giveBack;
        }

        /** Whether the scripts always need all years, as the ladder's cycle counts all days ever signed. */
        boolean needAllYears() {
            return rules.ladderCycle();
        }

        boolean hasFreezes() {
            return rules.freezes().quota() > 0;
        }
    }

    private final SignInSection section;
    private final BitmapLayout layout;
    private final BusinessTime time;
    private volatile @Nullable Scripts last;

    ScriptRules(SignInSection section, CalendarProperties calendar, BusinessTime time) {
        this.section = section;
        this.layout = calendar.layout();
        this.time = time;
    }

    /** The scripts for a sign-in or make-up at an instant. */
    Scripts at(Instant instant) {
        var rules = section.at(instant);
        var known = last;
        if (known == null || !known.rules().equals(rules)) {
            known = new Scripts(
                    rules,
                    script(rules, "sign_in", "again"),
                    script(rules, "make_up"),
                    script(rules.withAllMakeUps(), "make_up"),
                    script(rules, "journal_again"));
            last = known;
        }
        return known;
    }

    /**
     * @param name such as {@code sign_in}
     * @param first parts before all functions
     */
    @SuppressWarnings("rawtypes")
    private RedisScript<List> script(SignInRules rules, String name, String... first) {
        var parts = Stream.of(Stream.of("call"), Stream.of(first), FUNCTIONS.stream(), Stream.of(name))
                .flatMap(part -> part)
                .map(part -> LuaScript.text("signin/" + part));
        return RedisScript.of(
                ScriptResult.codesInLua() + rules(rules) + parts.collect(Collectors.joining()), List.class);
    }

    private String rules(SignInRules rules) {
        return """
                local rules = {
                  ladder = {%s}, cycle = %s, milestones = {%s}, monthly = %s,
                  freezes = %d, longest_gap = %d, make_ups = %d, answers_kept = %d,
                  bitmap = %d, skipped = %s
                }
                """.formatted(
                        rules.ladder().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                        rules.ladderCycle(),
                        rules.milestones().entrySet().stream()
                                .map(milestone -> "[%d] = %d".formatted(milestone.getKey(), milestone.getValue()))
                                .collect(Collectors.joining(", ")),
                        rules.monthlyReset(),
                        rules.freezes().quota(),
                        rules.freezes().longestGap(),
                        rules.makeUps().quota(),
                        RecentAnswers.KEPT.toSeconds(),
                        layout.bytes(),
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
