package io.streakboard.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the specific problems of a route, such as {@code season-not-found}, besides the common ones of its kind. The
 * OpenAPI document lists them, and tests compare answers with it.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Refuses {

    String[] value();
}
