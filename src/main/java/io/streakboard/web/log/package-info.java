/** What keeps a log readable whatever a client sends. Logback makes these by the names in logback-escaping.xml. */
@NullMarked
package io.streakboard.web.log;

import org.jspecify.annotations.NullMarked;
