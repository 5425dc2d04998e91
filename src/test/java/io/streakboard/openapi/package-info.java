/** Makes the OpenAPI document from the handlers, and completes what they do not say by themselves. */
@NullMarked
package io.streakboard.openapi;

import org.jspecify.annotations.NullMarked;
