package io.streakboard.leaderboard.settled;

import java.util.OptionalLong;

/**
 * Compares each rank of a table with the previous one: more points come first, then the earlier time. The ranks arrive
 * as texts, one after the other: {@code rank,points,second;} for each.
 */
class RankOrder {

    private long rank;
    private long points = Long.MAX_VALUE;
    private long second = Long.MIN_VALUE;
    private long wrong;
    private OptionalLong beforeFirstWrong = OptionalLong.empty();

    /**
     * @param ranks the number of ranks in the text
     * @throws IllegalStateException if the database left out ranks or did not sort them
     */
    void read(long ranks, byte[] text) {
        var numbers = new long[3];
        int known = 0;
        long number = 0;
        boolean negative = false;
        long read = 0;
        for (byte character : text) {
            if (character == '-') {
                negative = true;
            } else if (character == ',' || character == ';') {
                numbers[known++] = negative ? -number : number;
                number = 0;
                negative = false;
                if (character == ';') {
                    compare(numbers[0], numbers[1], numbers[2]);
                    known = 0;
                    read++;
                }
            } else {
                number = 10 * number + character - '0';
            }
        }
        if (read != ranks) {
            throw new IllegalStateException("Read " + read + " of " + ranks + " ranks, up to rank " + rank);
        }
    }

    private void compare(long next, long nextPoints, long nextSecond) {
        if (next <= rank) {
            throw new IllegalStateException("Read rank " + next + " after rank " + rank);
        }
        if (nextPoints > points || nextPoints == points && nextSecond < second) {
            wrong++;
            beforeFirstWrong = beforeFirstWrong.isPresent() ? beforeFirstWrong : OptionalLong.of(rank);
        }
        rank = next;
        points = nextPoints;
        second = nextSecond;
    }

    /** Number of ranks that should come before their predecessor. */
    long wrong() {
        return wrong;
    }

    /** The predecessor of the first such rank. */
    OptionalLong beforeFirstWrong() {
        return beforeFirstWrong;
    }
}
