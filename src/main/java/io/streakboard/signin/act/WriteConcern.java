package io.streakboard.signin.act;

import io.streakboard.redis.ReplicationAck;
import io.streakboard.signin.act.SignInProperties.Acknowledge;
import io.streakboard.signin.journal.WaitingSignIns;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.web.Problem;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Holds back the answers to sign-ins until they are as safe as configured: in Redis, or in one of its replicas as well.
 * That also holds for repeated sign-ins, as the first answer may have been held back for ever.
 */
@Component
public class WriteConcern {

    private final WaitingSignIns waiting;
    private final ReplicationAck acknowledgement;
    private final Partitions partitions;
    private final Acknowledge acknowledge;

    WriteConcern(
            WaitingSignIns waiting,
            ReplicationAck acknowledgement,
            Partitions partitions,
            SignInProperties properties) {
        this.waiting = waiting;
        this.acknowledgement = acknowledgement;
        this.partitions = partitions;
        this.acknowledge = properties.acknowledge();
    }

    /** Signs a learner who waits for the answer. */
    public <T> T of(long learner, Supplier<T> signing) {
        return waiting.join(() -> of(List.of(learner), signing));
    }

    /** Signs some learners. */
    public <T> T of(Collection<Long> learners, Supplier<T> signing) {
        if (acknowledge == Acknowledge.PRIMARY) {
            return signing.get();
        }
        var watch = acknowledgement.watch(learners.stream()
                .map(partitions::of)
                .distinct()
                .map(partition -> partitions.key(partition, "fence"))
                .toList());
        var signed = signing.get();
        if (!watch.replicated()) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "not-replicated",
                            "The sign-in is not safe yet: no replica of Redis has it. Try again later.")
                    .retryAfter(1);
        }
        return signed;
    }
}
