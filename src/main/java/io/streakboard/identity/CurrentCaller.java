package io.streakboard.identity;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The caller: a learner, or a service or an admin with any subject.
 *
 * @param subject of the token
 * @param learner null if the subject is not the id of a learner
 * @param until when the token expires: an answer that goes on and on ends then
 */
public record CurrentCaller(String subject, @Nullable Long learner, Instant until) {}
