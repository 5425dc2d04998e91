/**
 * The daily sign-in: a learner signs a day in Redis, and the answer has streak and points. MySQL gets it soon after.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "identity",
            "rulebook",
            "identity :: privacy",
            "redis",
            "runs",
            "sharing",
            "start",
            "time",
            "web"
        })
package io.streakboard.signin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
