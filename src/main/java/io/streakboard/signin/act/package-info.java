/**
 * Signs a day in Redis, atomically: the script, what it is given and what it answers, and when the answer is safe enough.
 */
@NullMarked
package io.streakboard.signin.act;

import org.jspecify.annotations.NullMarked;
