/** MySQL and Redis for tests and development, as processes of their own on 127.0.0.1 with nothing to install. */
@NullMarked
package io.streakboard.embedded;

import org.jspecify.annotations.NullMarked;
