package io.streakboard.signin;

import io.streakboard.identity.LearnerFacts;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A learner's last sign-in, and sign-ins that have not reached MySQL yet. */
@Component
class LearnerSignIns implements LearnerFacts {

    record Parked(String id, Map<String, String> entry) {}

    /**
     * @param lastDay the last signed day
     * @param degraded whether days may be missing
     * @param backlog unrecorded sign-ins in the learner's partition, also of other learners
     * @param parked parked sign-ins of the learner
     */
    record SignInFacts(
            boolean signedToday,
            @Nullable LocalDate lastDay,
            int signedDays,
            boolean degraded,
            int partition,
            long backlog,
            List<Parked> parked) {}

    private final Calendars calendars;
    private final Journal journal;
    private final ParkedSignIns parked;
    private final Partitions partitions;
    private final BusinessTime time;

    LearnerSignIns(
            Calendars calendars, Journal journal, ParkedSignIns parked, Partitions partitions, BusinessTime time) {
        this.calendars = calendars;
        this.journal = journal;
        this.parked = parked;
        this.partitions = partitions;
        this.time = time;
    }

    @Override
    public String section() {
        return "signIns";
    }

    @Override
    public Object of(long learner) {
        var calendar = calendars.of(learner);
        var days = calendar.days();
        int partition = partitions.of(learner);
        return new SignInFacts(
                calendar.isSigned(time.today()),
                days.isEmpty() ? null : days.getLast(),
                calendar.signedDays(),
                calendar.degraded(),
                partition,
                journal.backlog(partition),
                parked(learner));
    }

    private List<Parked> parked(long learner) {
        return parked.of(learner).stream()
                .limit(MOST)
                .map(entry -> new Parked(entry.id(), entry.shown()))
                .toList();
    }
}
