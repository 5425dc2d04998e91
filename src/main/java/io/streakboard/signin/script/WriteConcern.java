package io.streakboard.signin.script;

import io.streakboard.redis.ReplicationAck;
import io.streakboard.signin.journal.WaitingSignIns;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.script.SignInProperties.Acknowledge;
import io.streakboard.web.Problem;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Delays the answers to sign-ins until they are as durable as configured: in Redis, or in a replica as well. This
 * includes repeated sign-ins, because the first answer may never have been sent.
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
        return waiting.count(() -> of(List.of(learner), signing));
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
