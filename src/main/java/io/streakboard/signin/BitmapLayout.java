package io.streakboard.signin;

/**
 * Where a learner's bits of a year are: in a string of their own, or in a page of 128 learners with 384 bits each.
 * Per learner suits any ids; paged needs half the memory if ids are dense.
 */
enum BitmapLayout {
    PER_LEARNER {
        @Override
        BitmapAddress address(long learner, int partitions) {
            return new BitmapAddress(Long.toString(learner), 0);
        }
    },
    PAGED {
        @Override
        BitmapAddress address(long learner, int partitions) {
            long dense = learner / partitions; // neighbours within a partition share a page
            return new BitmapAddress("page:" + dense / LEARNERS_A_PAGE, (int) (dense % LEARNERS_A_PAGE) * BYTES_A_YEAR);
        }
    };

    /** 384 bits: a leap year, rounded up to whole bytes so that no two learners share one. */
    static final int BYTES_A_YEAR = 48;

    private static final int LEARNERS_A_PAGE = 128;

    /**
     * @param name the last part of the key
     * @param firstByte where the learner's bits begin in the string
     */
    record BitmapAddress(String name, int firstByte) {}

    abstract BitmapAddress address(long learner, int partitions);
}
