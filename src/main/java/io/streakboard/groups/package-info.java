/** Groups of learners: classes that services fill, and friends who join by a code. */
@NullMarked
@ApplicationModule(allowedDependencies = {"identity", "leaderboard :: among", "points", "sharing", "time", "web"})
package io.streakboard.groups;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
