package io.streakboard.model;

import java.time.Duration;
import java.time.YearMonth;
import java.util.List;

/** What happens to the application. A record says all of it, so that the log of a run can be read. */
sealed interface Operation {

    /** What goes on all the time, side by side, while a fault strikes. */
    sealed interface Everyday extends Operation {}

    /**
     * A learner signs in.
     *
     * @param times how often, each time at another instance
     */
    record SignIn(long learner, int times) implements Everyday {}

    /**
     * A service's batch.
     *
     * @param times how often it is sent, each time to another instance
     */
    record Report(List<Item> items, int times) implements Everyday {

        /**
         * What a learner did.
         *
         * @param ago before the moment at which the batch is sent first
         */
        record Item(long learner, String type, String sourceId, Duration ago) {}
    }

    record Adjust(long learner, int points, String requestId, int times) implements Everyday {}

    record Delete(long learner) implements Everyday {}

    /** What concerns privacy, groups and leagues. */
    sealed interface Beside extends Everyday {}

    /** A learner without points hides. */
    record Hide(long learner) implements Beside {}

    /**
     * A service fills a group of its own.
     *
     * @param times how often, each time at another instance
     */
    record Roster(String key, List<Long> learners, int times) implements Beside {}

    record LookAtLeague(long learner) implements Beside {}

    /** What strikes meanwhile. */
    sealed interface Fault extends Operation {}

    record Nothing() implements Fault {}

    record KillInstance(int instance) implements Fault {}

    record PauseInstance(int instance) implements Fault {}

    record KillRedis() implements Fault {}

    record KillDatabase() implements Fault {}

    /** The database answers, but takes no writes, as in a planned switch-over. */
    record DatabaseOnlyReads() implements Fault {}

    /** @param number connections to the instance with a body that does not come */
    record ClientsStall(int instance, int number) implements Fault {}

    /** Redis starts with the state that it had before the everyday operations. */
    record RedisGoesBack() implements Fault {}

    /** Two members' scores on the largest live board shift, by as much up as down. */
    record Drift(int points) implements Fault {}

    /**
     * A file of past activities.
     *
     * @param months that no other operation has touched; none: the current one
     * @param learners who share the rows of a month
     * @param secondsABatch how long the database takes for each thousand lines, at least
     * @param strikes who dies in the middle of it
     */
    record ImportFile(
            int number,
            List<YearMonth> months,
            int rowsAMonth,
            int learners,
            Order order,
            double secondsABatch,
            Strikes strikes)
            implements Fault {

        /** By time, mostly. */
        enum Order {
            OLDEST_FIRST,
            NEWEST_FIRST,
            ANY
        }

        enum Strikes {
            NOBODY,
            THE_INSTANCE,
            REDIS,
            THE_DATABASE
        }
    }

    /** The current month ends, and is sealed. */
    record MonthEnds(How how) implements Fault {

        enum How {
            /** for all instances at once */
            TOGETHER,
            /** for one instance minutes earlier: meanwhile there are two current seasons */
            APART,
            /** while a late posting is held within its transaction */
            OVER_A_LATE_POSTING,
            /** while the instance is paused that works on a late posting */
            OVER_A_PAUSE
        }
    }

    /** @param after how far the clocks move on before */
    record Scene(Duration after, Fault fault, List<Everyday> meanwhile) {}
}
