package io.streakboard.signin.calendar;

import static org.mockito.Mockito.mock;

import io.streakboard.rulebook.Rulebook;
import io.streakboard.signin.Settings;
import java.time.Instant;

/** The same rules at all times, without a rulebook. */
public class FixedSignInRules extends SignInSection {

    private final SignInRules rules;

    public FixedSignInRules(SignInRules rules) {
        super(rules, mock(Rulebook.class));
        this.rules = rules;
    }

    /** @param settings such as {@code ladder=10,20} */
    public static FixedSignInRules of(String... settings) {
        return new FixedSignInRules(Settings.of(SignInRules.class, settings));
    }

    @Override
    public SignInRules current() {
        return rules;
    }

    @Override
    public SignInRules at(Instant instant) {
        return rules;
    }
}
