package io.streakboard.feed.webhooks;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import org.springframework.security.util.matcher.InetAddressMatcher;
import org.springframework.security.util.matcher.InetAddressMatchers;

/**
 * Tells addresses of the Internet from addresses known only to this network, or used for a special purpose. Java reads
 * {@code ::ffff:a.b.c.d} as IPv4.
 */
final class PublicAddress {

    /**
     * Outside of <a href="https://www.iana.org/assignments/iana-ipv4-special-registry">IANA's registry</a>, multicast,
     * and the address at which Azure answers its machines.
     */
    private static final InetAddressMatcher PUBLIC_4 = outside(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16/32",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3");

    /**
     * Global unicast is {@code 2000::/3}, without the blocks of <a
     * href="https://www.iana.org/assignments/iana-ipv6-special-registry">IANA's registry</a>. Tunnels carry IPv4
     * addresses: Teredo in the first block of 2001, 6to4 in 2002.
     */
    private static final InetAddressMatcher PUBLIC_6 = outside(
            "::/3",
            "4000::/2",
            "8000::/1",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20");

    private PublicAddress() {}

    private static InetAddressMatcher outside(String... blocks) {
        return InetAddressMatchers.builder().excludeAddresses(List.of(blocks)).build();
    }

    /** The matchers do not tell IPv4 from IPv6. */
    static boolean is(InetAddress address) {
        return address instanceof Inet4Address
                ? PUBLIC_4.matches(address)
                : PUBLIC_6.matches(address) && !isIsatap(address.getAddress());
    }

    /** A tunnel in any network: its interface is {@code 0000:5efe} or {@code 0200:5efe} and an IPv4 address. */
    private static boolean isIsatap(byte[] address) {
        return (address[8] & ~2) == 0 && address[9] == 0 && address[10] == 0x5e && address[11] == (byte) 0xfe;
    }
}
