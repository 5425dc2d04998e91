/** Learners who already have history, so that the first minute of a development run shows a living board. */
@NullMarked
package io.streakboard.demo;

import org.jspecify.annotations.NullMarked;
