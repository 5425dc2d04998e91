/** Signs a day in Redis, atomically: the script, its arguments and answers, and the write concern. */
@NullMarked
package io.streakboard.signin.script;

import org.jspecify.annotations.NullMarked;
