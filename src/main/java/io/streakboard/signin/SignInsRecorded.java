package io.streakboard.signin;

import java.util.List;

/** Sign-ins have reached MySQL. Delivered at least once: a sign-in is identified by its learner and day. */
public record SignInsRecorded(List<SignIn> signIns) {}
