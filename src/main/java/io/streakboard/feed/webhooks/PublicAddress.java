package io.streakboard.feed.webhooks;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Tells addresses of the Internet from addresses known only to this network, or used for a special purpose. Java reads
 * {@code ::ffff:a.b.c.d} as IPv4.
 */
final class PublicAddress {

    private PublicAddress() {}

    static boolean is(InetAddress address) {
        return address instanceof Inet4Address ? isPublic4(address.getAddress()) : isPublic6(address.getAddress());
    }

    /**
     * No block of <a href="https://www.iana.org/assignments/iana-ipv4-special-registry">IANA's registry</a> is public,
     * nor is Azure's platform address 168.63.129.16.
     */
    private static boolean isPublic4(byte[] address) {
        int a = address[0] & 255;
        int b = address[1] & 255;
        int c = address[2] & 255;
        boolean special = switch (a) {
            case 0, 10, 127 -> true;
            case 100 -> b >= 64 && b < 128; // shared by a provider's customers
            case 168 -> b == 63 && c == 129 && address[3] == 16; // Azure
            case 169 -> b == 254;
            case 172 -> b >= 16 && b < 32;
            case 192 -> isSpecial192(b, c);
            case 198 -> b == 18 || b == 19 || b == 51 && c == 100; // benchmarks, documentation
            case 203 -> b == 0 && c == 113; // documentation
            default -> a >= 224;
        };
        return !special;
    }

    private static boolean isSpecial192(int b, int c) {
        return switch (b) {
            case 0 -> c == 0 || c == 2; // protocols, documentation
            case 31 -> c == 196; // AS112
            case 52 -> c == 193; // AMT
            case 88 -> c == 99; // relays of 6to4
            case 168 -> true;
            case 175 -> c == 48; // AS112
            default -> false;
        };
    }

    /**
     * Global unicast is 2000::/3, without the blocks of <a
     * href="https://www.iana.org/assignments/iana-ipv6-special-registry">IANA's registry</a>. Tunnels carry IPv4
     * addresses: Teredo in 2001::/32, 6to4 in 2002::/16, and ISATAP, which may be in any network.
     */
    private static boolean isPublic6(byte[] address) {
        int first = word(address, 0);
        int second = word(address, 1);
        boolean special = switch (first) {
            case 0x2001 -> second < 0x0200 || second == 0x0db8; // protocols, documentation
            case 0x2002 -> true;
            case 0x2620 -> second == 0x004f && word(address, 2) == 0x8000; // AS112
            case 0x3fff -> second < 0x1000; // documentation
            default -> first >> 13 != 1;
        };
        boolean isatap = (word(address, 4) & ~0x0200) == 0 && word(address, 5) == 0x5efe;
        return !special && !isatap;
    }

    private static int word(byte[] address, int index) {
        return (address[2 * index] & 255) << 8 | address[2 * index + 1] & 255;
    }
}
