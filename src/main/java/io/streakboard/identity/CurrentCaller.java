package io.streakboard.identity;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The caller: a learner, or a service or an admin with any subject.
 *
 * @param counted the key for counting requests, waits and streams: the client that the token of a service or an admin
 *     was issued to, else the learner
 * @param learner the learner that a service or an admin names as {@code ?learner=42}, else the subject; null if the
 *     subject is not the id of a learner
 * @param platform whether a service or an admin asks without naming a learner, so that it may ask for any learner by id
 * @param until when the token expires, which also ends a streamed answer
 */
public record CurrentCaller(String counted, @Nullable Long learner, boolean platform, Instant until) {}
