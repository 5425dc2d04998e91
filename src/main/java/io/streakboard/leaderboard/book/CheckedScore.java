package io.streakboard.leaderboard.book;

/** A checked score: a submission, or the result of its refusal. */
public sealed interface CheckedScore permits Submission, SubmissionResult {}
