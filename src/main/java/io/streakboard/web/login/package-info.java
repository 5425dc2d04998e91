/** The login to the pages. */
@NullMarked
package io.streakboard.web.login;

import org.jspecify.annotations.NullMarked;
