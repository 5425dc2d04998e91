/** What docs show as examples, tried out: a module in a repository of its own, a platform in another language. */
@NullMarked
package io.streakboard.example;

import org.jspecify.annotations.NullMarked;
