/** Takes in activities, the things that learners have done, from course modules, services and sign-ins. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "points",
            "signin",
            "signin :: results",
            "season",
            "sharing",
            "identity",
            "rulebook",
            "time",
            "web"
        })
package io.streakboard.activities;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
