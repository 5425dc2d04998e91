package io.streakboard.signin.script;

import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.redis.Pipeline.Call;
import io.streakboard.signin.calendar.CalendarKeys;
import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
import org.springframework.stereotype.Component;

/** Keys and arguments of the scripts that sign a day, in the order in which {@code call.lua} names them. */
@Component
class ScriptCalls {

    private final JournalKeys journal;
    private final RecentAnswers recentAnswers;
    private final CalendarKeys calendar;
    private final CalendarProperties properties;
    private final LearnerPauses pauses;
    private final BusinessTime time;

    ScriptCalls(
            JournalKeys journal,
            RecentAnswers recentAnswers,
            CalendarKeys calendar,
            CalendarProperties properties,
            LearnerPauses pauses,
            BusinessTime time) {
        this.journal = journal;
        this.recentAnswers = recentAnswers;
        this.calendar = calendar;
        this.properties = properties;
        this.pauses = pauses;
        this.time = time;
    }

    /**
     * The arguments that all scripts have in common.
     *
     * @param freezes whether streaks have freezes
     * @param allYears whether the script gets all years, or only the years that usually suffice: from the year before
     *     the day's on
     * @param longest whether the script tells the longest streak: then it gets at least the years that Redis keeps
     * @param restored whether the learner's bits were set from MySQL, if it answered: then the script goes on without
     *     the mark of completeness
     */
    Call of(SignInCommand command, boolean freezes, boolean allYears, boolean longest, boolean restored) {
        long learner = command.learner();
        var day = command.day();
        var today = time.today();
        int latest = Math.max(today.getYear(), day.getYear());
        int usual = longest ? Math.min(day.getYear() - 1, properties.lastArchivedYear(today)) : day.getYear() - 1;
        int earliest = Math.min(day.getYear(), allYears ? properties.firstYear() : usual);
        var names = new ArrayList<String>();
        names.add(journal.journalOf(learner));
        names.add(recentAnswers.key(learner, day));
        names.add(recentAnswers.count(learner, day));
        names.add(calendar.makeUps(learner, day.getYear()));
        names.add(calendar.completeOf(learner));
        names.add(calendar.archived(learner));
        var arguments = new ArrayList<String>();
        arguments.add(Long.toString(learner));
        arguments.add(day.toString());
        arguments.add(Long.toString(command.at().toEpochMilli()));
        arguments.add(Integer.toString(calendar.firstByte(learner)));
        arguments.add(Integer.toString(latest - day.getYear() + 1));
        arguments.add(Integer.toString(day.getDayOfYear() - 1));
        arguments.add(Integer.toString(day.getDayOfMonth() - 1));
        arguments.add(Integer.toString(day.lengthOfMonth() - day.getDayOfMonth()));
        arguments.add(earliest <= properties.firstYear() ? "1" : "0");
        arguments.add(restored ? "1" : "0");
        arguments.add(Integer.toString(latest));
        arguments.add(longest ? "1" : "0");
        arguments.add(longest || !day.isBefore(today.minusDays(1)) ? "1" : "0");
        arguments.add(journal.keyOf(learner));
        for (int year = latest; year >= earliest; year--) {
            names.add(calendar.year(learner, year));
            if (freezes) {
                names.add(calendar.freezes(learner, year));
            }
            arguments.add(Integer.toString(Year.of(year).length()));
        }
        for (var pause : pauses.of(learner).since(Year.of(earliest).atDay(1))) {
            arguments.add(number(pause.from()));
            arguments.add(number(pause.until()));
        }
        return new Call(names, arguments);
    }

    /** A day as the scripts compare it: the year, and the day of the year from 0. */
    static String number(LocalDate day) {
        return Integer.toString(day.getYear() * 1_000 + day.getDayOfYear() - 1);
    }
}
