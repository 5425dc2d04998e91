/**
 * What keeps one bad client from harming all: bounds on connections, deadlines for what they send, load that is shed.
 */
@NullMarked
package io.streakboard.web.overload;

import org.jspecify.annotations.NullMarked;
