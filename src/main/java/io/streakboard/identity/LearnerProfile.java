package io.streakboard.identity;

import io.streakboard.web.DisplayName;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a learner is shown.
 *
 * @param name empty if the learner has none
 * @param avatar the https address of a picture
 * @param set whether the platform has set the name, or it comes from a token
 */
public record LearnerProfile(String name, @Nullable String avatar, boolean set) {

    static final int LONGEST_NAME = 100;
    static final int LONGEST_AVATAR = 500;

    /**
     * An https address without user and fragment, of a host whose name has a dot. Its last part begins with a letter:
     * browsers read all other hosts as IP addresses, {@code 0x7f.1} too.
     */
    private static final Pattern AVATAR = Pattern.compile(
            "https://(?<host>([A-Za-z0-9-]+\\.)+[A-Za-z][A-Za-z0-9-]*)(:(?<port>[0-9]{1,5}))?([/?][\\w./?=&%+~:@!$*(),;-]*)?");

    /** Top-level names of private networks: a picture from there would tell who sees it. */
    private static final Pattern PRIVATE_HOST = Pattern.compile(
            "(.*\\.)?(localhost|local|localdomain|internal|intranet|private|lan|home|corp|home\\.arpa)",
            Pattern.CASE_INSENSITIVE);

    private static final int LAST_PORT = 65_535;

    static final LearnerProfile NONE = new LearnerProfile("", null, false);

    /** The error of a name or an avatar, from any source; empty if it is valid. */
    static Optional<Violation> violation(String name, @Nullable String avatar) {
        return DisplayName.violation("name", name, LONGEST_NAME)
                .or(() -> avatar == null || isAvatar(avatar)
                        ? Optional.empty()
                        : Optional.of(ViolationCode.NOT_AN_ADDRESS.of("avatar", LONGEST_AVATAR)));
    }

    private static boolean isAvatar(String address) {
        var parts = AVATAR.matcher(address);
        return address.length() <= LONGEST_AVATAR
                && parts.matches()
                && !PRIVATE_HOST.matcher(parts.group("host")).matches()
                && (parts.group("port") == null || isPort(Integer.parseInt(parts.group("port"))));
    }

    private static boolean isPort(int port) {
        return port > 0 && port <= LAST_PORT;
    }

    LearnerProfile named(String token) {
        return new LearnerProfile(token, avatar, false);
    }
}
