package io.streakboard.start;

/**
 * Finds mistakes in properties that show only when several are read together. {@link ConfigurationReport} asks each such
 * bean, so neither its constructor nor the check may need MySQL or Redis.
 */
@FunctionalInterface
public interface ConfigurationCheck {

    /** @throws StartRefused with all mistakes, one a line */
    void check();
}
