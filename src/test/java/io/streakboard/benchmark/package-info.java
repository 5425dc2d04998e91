/** What a sign-in costs beside a bare endpoint, and a settlement beside its floor: {@code ./mvnw -Pbenchmark test}. */
@NullMarked
package io.streakboard.benchmark;

import org.jspecify.annotations.NullMarked;
