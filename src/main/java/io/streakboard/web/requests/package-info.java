/**
 * What every request passes before its handler, on both ports: it gets an id, is timed, and is refused if it is
 * malformed or too long.
 */
@NullMarked
package io.streakboard.web.requests;

import org.jspecify.annotations.NullMarked;
