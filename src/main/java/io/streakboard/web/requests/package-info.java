/**
 * Filters of every request on both ports: they give it an id, time it, and refuse it if it is malformed or too long.
 */
@NullMarked
package io.streakboard.web.requests;

import org.jspecify.annotations.NullMarked;
