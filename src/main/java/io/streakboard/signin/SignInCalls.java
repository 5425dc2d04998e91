package io.streakboard.signin;

import io.streakboard.signin.SignIns.Attempt;
import io.streakboard.time.BusinessTime;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Keys and arguments of the scripts that sign a day, as {@code calendar.lua} describes them. */
class SignInCalls {

    record Call(List<String> keys, List<String> arguments) {

        byte[][] keysAndArguments() {
            return Stream.concat(keys.stream(), arguments.stream())
                    .map(text -> text.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
        }
    }

    private final SignInKeys keys;
    private final SignInProperties properties;
    private final BusinessTime time;

    SignInCalls(SignInKeys keys, SignInProperties properties, BusinessTime time) {
        this.keys = keys;
        this.properties = properties;
        this.time = time;
    }

    /**
     * What the scripts are called with.
     *
     * @param allYears whether the script is to know all years, or only those that most often suffice: up to the one
     *     before the day's
     * @param restored whether the learner's bits are there as far as they can be, though Redis may have lost others
     */
    Call of(Attempt attempt, LocalDate day, String thirdKey, boolean allYears, boolean restored) {
        long learner = attempt.learner();
        int latest = Math.max(time.today().getYear(), day.getYear());
        int earliest = Math.min(
                day.getYear(), allYears || properties.ladderCycle() ? properties.firstYear() : day.getYear() - 1);
        var names = new ArrayList<String>();
        names.add(keys.journal(keys.partition(learner)));
        names.add(keys.answers(learner, day));
        names.add(thirdKey);
        names.add(keys.complete(keys.partition(learner)));
        names.add(keys.archived(learner));
        var arguments = new ArrayList<String>();
        arguments.add(Long.toString(learner));
        arguments.add(day.toString());
        arguments.add(Long.toString(attempt.at().toEpochMilli()));
        arguments.add(Integer.toString(keys.address(learner).firstByte()));
        arguments.add(Integer.toString(latest - day.getYear() + 1));
        arguments.add(Integer.toString(day.getDayOfYear() - 1));
        arguments.add(Integer.toString(day.getDayOfMonth() - 1));
        arguments.add(Integer.toString(day.lengthOfMonth() - day.getDayOfMonth()));
        arguments.add(earliest <= properties.firstYear() ? "1" : "0");
        arguments.add(restored ? "1" : "0");
        arguments.add(Integer.toString(latest));
        for (int year = latest; year >= earliest; year--) {
            names.add(keys.year(learner, year));
            if (properties.freezes().quota() > 0) {
                names.add(keys.freezes(learner, year));
            }
            arguments.add(Integer.toString(Year.of(year).length()));
        }
        return new Call(names, arguments);
    }
}
