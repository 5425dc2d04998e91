package io.streakboard.web;

/**
 * A route of the application: a method and a path with variables in braces, on the learners' port or the actuator's.
 */
record Route(boolean actuator, String method, String path) {}
