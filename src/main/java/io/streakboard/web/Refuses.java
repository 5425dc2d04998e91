package io.streakboard.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The problems of a route besides those that every route of its kind has, by name: {@code season-not-found}. The
 * OpenAPI document lists them, and answers in tests are compared with it.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Refuses {

    String[] value();
}
