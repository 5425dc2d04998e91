/**
 * Keeps the log readable whatever clients send. Logback creates these classes by their names in logback-escaping.xml.
 */
@NullMarked
package io.streakboard.web.log;

import org.jspecify.annotations.NullMarked;
