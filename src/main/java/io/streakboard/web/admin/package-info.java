/** The page for admins, and how they log in to it. */
@NullMarked
package io.streakboard.web.admin;

import org.jspecify.annotations.NullMarked;
