package io.streakboard.signin;

import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** What MySQL knows of learners while their bitmaps may have gaps. MySQL may be away as well: nobody waits for it twice. */
@Component
class Restoration {

    private static final Logger log = LoggerFactory.getLogger(Restoration.class);
    private static final Duration AWAY = Duration.ofSeconds(5);

    private final SignInMonths months;
    private final Bitmaps bitmaps;
    private final SignInProperties properties;
    private final BusinessTime time;
    private volatile long awayUntil = System.nanoTime();

    Restoration(SignInMonths months, Bitmaps bitmaps, SignInProperties properties, BusinessTime time) {
        this.months = months;
        this.bitmaps = bitmaps;
        this.properties = properties;
        this.time = time;
    }

    /** Sets the bits of some learners that MySQL knows. While MySQL is away it leaves them as they are. */
    void restore(Collection<Long> learners) {
        recorded(learners).ifPresent(bitmaps::merge);
    }

    /** What MySQL knows of a learner; nothing at all while it is away. */
    Optional<Map<LearnerYear, YearBits>> recorded(long learner) {
        return recorded(List.of(learner));
    }

    private Optional<Map<LearnerYear, YearBits>> recorded(Collection<Long> learners) {
        if (System.nanoTime() - awayUntil < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(months.of(
                    learners,
                    LocalDate.of(properties.firstYear(), 1, 1),
                    time.today().plusYears(1)));
        } catch (DataAccessException away) {
            log.warn("Bitmaps have gaps that MySQL cannot fill at the moment: {}", away.toString());
            awayUntil = System.nanoTime() + AWAY.toNanos();
            return Optional.empty();
        }
    }
}
