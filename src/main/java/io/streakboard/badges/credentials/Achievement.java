package io.streakboard.badges.credentials;

import org.jspecify.annotations.Nullable;

/**
 * The achievement that a credential certifies.
 *
 * @param path its id, behind the address of this installation
 * @param criteria why it is given
 * @param image the address of a picture
 */
public record Achievement(
        String path,
        String name,
        String description,
        String criteria,
        @Nullable String image) {}
