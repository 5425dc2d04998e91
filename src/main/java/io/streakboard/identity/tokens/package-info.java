/** Checks tokens: the issuer's keys, what a token must say, which roles it gives. */
@NullMarked
package io.streakboard.identity.tokens;

import org.jspecify.annotations.NullMarked;
