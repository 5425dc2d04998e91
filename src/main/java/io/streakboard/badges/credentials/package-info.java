/** Signs badges and titles as credentials, for use elsewhere. */
@NullMarked
package io.streakboard.badges.credentials;

import org.jspecify.annotations.NullMarked;
