/** Daily sign-in: bitmaps and streaks in Redis, a journal, and the durable calendar and log in MySQL. */
@NullMarked
@ApplicationModule(allowedDependencies = {"identity", "redis", "time", "web"})
package io.streakboard.signin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
