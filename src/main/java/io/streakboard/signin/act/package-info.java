/** Signs a day in Redis, atomically: the script, its arguments and answers, and when an answer is safe enough. */
@NullMarked
package io.streakboard.signin.act;

import org.jspecify.annotations.NullMarked;
