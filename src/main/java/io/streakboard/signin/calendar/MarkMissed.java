package io.streakboard.signin.calendar;

/** A sign-in has found its partition without the mark of completeness: Redis may have lost bitmaps. */
public record MarkMissed() {}
