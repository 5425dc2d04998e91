/** What a sign-in costs beside a bare endpoint of the same server: {@code ./mvnw -Pbenchmark verify}. */
@NullMarked
package io.streakboard.benchmark;

import org.jspecify.annotations.NullMarked;
