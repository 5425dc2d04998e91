/** The page for admins. */
@NullMarked
package io.streakboard.web.admin;

import org.jspecify.annotations.NullMarked;
