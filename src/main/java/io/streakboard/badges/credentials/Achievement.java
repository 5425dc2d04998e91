package io.streakboard.badges.credentials;

import org.jspecify.annotations.Nullable;

/**
 * What the holder of a credential has achieved.
 *
 * @param path its id, behind the address of this installation
 * @param criteria what it is given for
 * @param image the address of a picture
 */
public record Achievement(
        String path,
        String name,
        String description,
        String criteria,
        @Nullable String image) {}
