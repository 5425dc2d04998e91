package io.streakboard.signin.calendar;

import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.partition.Partitions.Spread;
import java.util.stream.LongStream;

/**
 * The place of a learner's bits of a year: a separate string, or a page of 128 learners with 384 bits each. Separate
 * strings suit any ids; pages need half the memory if ids are dense.
 */
public enum BitmapLayout {
    PER_LEARNER {
        @Override
        public Spread spread() {
            return Spread.LEARNERS;
        }

        @Override
        String name(long learner) {
            return Long.toString(learner);
        }

        @Override
        int firstByte(long learner) {
            return 0;
        }

        @Override
        LongStream learners(String name) {
            return name.startsWith(PAGE) ? LongStream.empty() : LongStream.of(Long.parseLong(name));
        }

        @Override
        public int bytes() {
            return 46; // the days of a leap year
        }
    },
    PAGED {
        @Override
        public Spread spread() {
            return Spread.PAGES;
        }

        @Override
        String name(long learner) {
            return PAGE + learner / Partitions.LEARNERS_A_PAGE;
        }

        @Override
        int firstByte(long learner) {
            return (int) (learner % Partitions.LEARNERS_A_PAGE) * BYTES_A_YEAR;
        }

        @Override
        LongStream learners(String name) {
            if (!name.startsWith(PAGE)) {
                return LongStream.empty();
            }
            long first = Long.parseLong(name.substring(PAGE.length())) * Partitions.LEARNERS_A_PAGE;
            return LongStream.range(first, first + Partitions.LEARNERS_A_PAGE);
        }

        @Override
        public int bytes() {
            return Partitions.LEARNERS_A_PAGE * BYTES_A_YEAR;
        }
    };

    /** 384 bits: a leap year, rounded up to whole bytes so that no two learners share one. */
    static final int BYTES_A_YEAR = 48;

    private static final String PAGE = "page:";

    /** The best spread of learners over partitions for this layout. */
    public abstract Spread spread();

    /** The last part of the key of the learner's bitmaps. */
    abstract String name(long learner);

    /** Where the learner's bits begin in the string. */
    abstract int firstByte(long learner);

    /** The learners in the bitmap of a name: the inverse of {@link #name}. */
    abstract LongStream learners(String name);

    /** The length of a whole bitmap. A bitmap that grew bit by bit would take up to twice the room. */
    public abstract int bytes();
}
