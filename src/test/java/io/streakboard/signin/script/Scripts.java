package io.streakboard.signin.script;

import static org.mockito.Mockito.mock;

import io.streakboard.redis.ReplicationAck;
import io.streakboard.signin.Settings;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.SignInSection;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.signin.journal.WaitingSignIns;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The scripts, wired by hand for other settings than the application's. */
public final class Scripts {

    private Scripts() {}

    /** Waits for no replica. */
    public static WriteConcern answeredAtOnce() {
        return confirmedBy(mock(ReplicationAck.class), new Partitions(1), Settings.of(SignInProperties.class));
    }

    public static WriteConcern confirmedBy(
            ReplicationAck acknowledgement, Partitions partitions, SignInProperties rules) {
        return new WriteConcern(new WaitingSignIns(), acknowledgement, partitions, rules);
    }

    /** The key of the hash with a learner's answer of a day. */
    public static String answers(
            Partitions partitions, StringRedisTemplate redis, BusinessTime time, long learner, LocalDate day) {
        return new RecentAnswers(redis, partitions, time).key(learner, day);
    }

    public static SignInScript with(
            SignInSection rules,
            CalendarParts calendar,
            StringRedisTemplate redis,
            JournalKeys journal,
            Partitions partitions,
            BusinessTime time) {
        return new SignInScript(
                redis,
                calendar.pipeline,
                new ScriptRules(rules, calendar.properties, time),
                new ScriptCalls(
                        journal,
                        new RecentAnswers(redis, partitions, time),
                        calendar.keys,
                        calendar.properties,
                        calendar.pauses,
                        time),
                calendar.restoration,
                calendar.archive);
    }
}
