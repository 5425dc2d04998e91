package io.streakboard.signin.script;

import java.time.LocalDate;
import org.springframework.modulith.NamedInterface;

/**
 * @param newlySigned whether this call signed the learner in; false if an earlier one did
 * @param streak consecutive days up to that day
 * @param points its pay; 0 if no longer known
 * @param order which sign-in of the day it was, from 1; 0 if no longer known
 * @param milestone the part of the pay that is for milestones
 * @param longestStreak of all time; 0 if many learners sign in at once
 */
@NamedInterface("results")
public record SignInResult(
        LocalDate day, boolean newlySigned, int streak, int points, long order, int milestone, int longestStreak) {}
