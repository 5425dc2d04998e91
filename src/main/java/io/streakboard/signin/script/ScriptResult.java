package io.streakboard.signin.script;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The result of a script: numbers. The first is negative if the script has changed nothing. */
record ScriptResult(List<?> numbers) {

    /** Why a script has changed nothing, or that its result is complete. The scripts use these names as well. */
    enum Code {
        /** It needs the bits of more years than it was given. */
        MORE_YEARS,
        /** All make-ups of the month are used. */
        NO_MAKE_UP_LEFT,
        /** The partition has no mark of completeness: bits may be missing. */
        INCOMPLETE,
        /** It needs bits of years that are archived. */
        ARCHIVED,
        /** The day was signed before, or is signed now. */
        DONE;

        @SuppressWarnings("EnumOrdinal") // the scripts get the numbers from here, and they are not stored
        private int number() {
            return -1 - ordinal();
        }
    }

    /** The codes as Lua: {@code local MORE_YEARS, … = -1, …}. */
    static String codesInLua() {
        var codes =
                Arrays.stream(Code.values()).filter(code -> code != Code.DONE).toList();
        return "local %s = %s\n"
                .formatted(
                        codes.stream().map(Code::name).collect(Collectors.joining(", ")),
                        codes.stream()
                                .map(code -> Integer.toString(code.number()))
                                .collect(Collectors.joining(", ")));
    }

    Code code() {
        return number(0) >= 0 ? Code.DONE : Code.values()[-1 - number(0)];
    }

    int number(int index) {
        return ((Long) numbers.get(index)).intValue();
    }

    /** Whether a number is 1. */
    boolean flag(int index) {
        return number(index) == 1;
    }
}
