package io.streakboard.signin;

import java.time.Instant;
import java.time.LocalDate;

/** A learner signs a day. */
record Act(long learner, LocalDate day, Instant at) {}
