/**
 * The daily sign-in: a learner signs a day in Redis and gets streak and points as the answer. MySQL has it soon after.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {"identity", "identity :: privacy", "redis", "runs", "sharing", "start", "time", "web"})
package io.streakboard.signin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
