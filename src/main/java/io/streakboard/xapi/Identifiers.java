package io.streakboard.xapi;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Brings identifiers of actors to one form: schemes and hosts are the same in capital and in small letters. */
final class Identifiers {

    private static final String MAILTO = "mailto:";
    private static final Pattern SCHEME_AND_HOST = Pattern.compile("^([^:/?#]+:)(//(?:[^/?#]*@)?)([^/?#]*)");
    private static final Pattern CAPITALS = Pattern.compile("[A-Z]+");

    private Identifiers() {}

    /** User, path and query stay unchanged. */
    static String homePage(String iri) {
        return SCHEME_AND_HOST
                .matcher(iri)
                .replaceFirst(found ->
                        Matcher.quoteReplacement(small(found.group(1)) + found.group(2) + small(found.group(3))));
    }

    /** The address of an {@code mbox}; empty if it is none. */
    static Optional<String> address(String mbox) {
        return mbox.regionMatches(true, 0, MAILTO, 0, MAILTO.length())
                ? Optional.of(mailbox(mbox.substring(MAILTO.length())))
                : Optional.empty();
    }

    /** Only the domain is the same in capital letters. */
    static String mailbox(String address) {
        int at = address.lastIndexOf('@') + 1;
        return address.substring(0, at) + small(address.substring(at));
    }

    /** Only letters of ASCII: other small letters may name another host. */
    private static String small(String text) {
        return CAPITALS.matcher(text).replaceAll(letters -> letters.group().toLowerCase(Locale.ROOT));
    }
}
