/**
 * Keeps bad clients from harming all: bounds on connections, deadlines for what clients send, refusal of too many
 * requests.
 */
@NullMarked
package io.streakboard.web.overload;

import org.jspecify.annotations.NullMarked;
