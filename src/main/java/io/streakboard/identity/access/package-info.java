/**
 * Who may call what, from which pages and on which port; stands on what the module shows, such as {@code ForAdmins}.
 */
@NullMarked
package io.streakboard.identity.access;

import org.jspecify.annotations.NullMarked;
