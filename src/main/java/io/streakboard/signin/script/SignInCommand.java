package io.streakboard.signin.script;

import java.time.Instant;
import java.time.LocalDate;

/** A learner signs a day. */
public record SignInCommand(long learner, LocalDate day, Instant at) {}
