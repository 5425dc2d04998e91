/** Access control: roles, origins and ports. Uses the module's public annotations, such as {@code ForAdmins}. */
@NullMarked
package io.streakboard.identity.access;

import org.jspecify.annotations.NullMarked;
