package io.streakboard.feed.webhooks;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Tells addresses of the Internet from addresses known only to this network. Java reads {@code ::ffff:a.b.c.d} as IPv4.
 */
final class PublicAddress {

    private PublicAddress() {}

    static boolean is(InetAddress address) {
        return !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isSiteLocalAddress()
                && !address.isMulticastAddress()
                && (address instanceof Inet4Address
                        ? isPublic4(address.getAddress())
                        : isPublic6(address.getAddress()));
    }

    /** As of <a href="https://www.iana.org/assignments/iana-ipv4-special-registry">IANA's registry</a>. */
    private static boolean isPublic4(byte[] address) {
        int a = address[0] & 255;
        int b = address[1] & 255;
        int c = address[2] & 255;
        boolean shared = a == 100 && b >= 64 && b < 128;
        boolean protocols = a == 192 && b == 0 && (c == 0 || c == 2);
        boolean tests = a == 198 && (b == 18 || b == 19 || b == 51 && c == 100) || a == 203 && b == 0 && c == 113;
        return a != 0 && a < 240 && !shared && !protocols && !tests;
    }

    /** Global unicast is 2000::/3. Tunnels within it carry IPv4 addresses: 2001::/32 and 2002::/16. */
    private static boolean isPublic6(byte[] address) {
        int first = (address[0] & 255) << 8 | address[1] & 255;
        int second = (address[2] & 255) << 8 | address[3] & 255;
        boolean tunnel = first == 0x2002 || first == 0x2001 && second < 0x0200;
        boolean documentation = first == 0x2001 && second == 0x0db8;
        return first >> 13 == 1 && !tunnel && !documentation;
    }
}
