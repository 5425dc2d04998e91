/** Takes in scores of configured boards: in batches, each message once. */
@NullMarked
package io.streakboard.leaderboard.book;

import org.jspecify.annotations.NullMarked;
