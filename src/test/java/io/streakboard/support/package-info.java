/**
 * What the integration tests share: one context for most of them, a client of the HTTP interface, learners of their
 * own.
 */
@NullMarked
package io.streakboard.support;

import org.jspecify.annotations.NullMarked;
