package io.streakboard.process;

/**
 * Tokens as {@code /dev/tokens} issues them: tens of thousands of them, without as many requests to an application that
 * may be down.
 */
public final class DevelopmentToken {

    private DevelopmentToken() {}

    public static String of(long learner) {
        return of(learner, "");
    }

    public static String of(long learner, String scope) {
        return of(Long.toString(learner), scope);
    }

    /** @param subject an id, or any text for who is no learner */
    public static String of(String subject, String scope) {
        return Token.of(subject).claim("scope", scope).signed();
    }
}
