/** Delivers the feed to receivers outside, by HTTP. */
@NullMarked
package io.streakboard.feed.webhooks;

import org.jspecify.annotations.NullMarked;
