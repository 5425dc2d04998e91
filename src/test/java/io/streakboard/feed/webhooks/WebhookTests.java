package io.streakboard.feed.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.feed.table.CloudEvent;
import io.streakboard.feed.table.FeedTable.EventSlice;
import io.streakboard.feed.table.FeedTable.SequencedEvent;
import io.streakboard.feed.table.FeedType;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WebhookTests {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /** The vector that the libraries of Standard Webhooks test with. */
    @Test
    void signsAsStandardWebhooks() {
        var signature = Signature.of(
                webhook("https://example.org", SECRET).key(),
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1614265330,
                "{\"test\": 2432232314}");

        assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "32.1.0.1",
                "38.32.0.79",
                "93.184.215.14",
                "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
                "100.128.0.1",
                "172.32.0.1",
                "168.63.129.17",
                "192.88.98.1",
                "192.88.100.1",
                "2001:200::1",
                "2620:4f:8001::1",
                "3ffe:ffff::1"
            })
    void addressesOfTheInternetArePublic(String address) throws UnknownHostException {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "0.0.0.0",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "168.63.129.16",
                "192.0.0.8",
                "192.31.196.1",
                "192.52.193.1",
                "192.88.99.1",
                "192.175.48.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "::ffff:10.0.0.1",
                "::ffff:169.254.169.254",
                "::10.0.0.1",
                "fe80::1",
                "fc00::1",
                "fd12:3456::1",
                "fec0::1",
                "ff02::1",
                "64:ff9b::a00:1",
                "64:ff9b:1::a00:1",
                "100::1",
                "100:0:0:1::1",
                "2002:a00:1::1",
                "2001::1",
                "2001:2::1",
                "2001:20::1",
                "2001:db8::1",
                "2620:4f:8000::1",
                "2a00::200:5efe:a00:1",
                "2a00::5efe:a00:1",
                "3fff::1",
                "3fff:fff:ffff::1",
                "5f00::1"
            })
    void allOthersArePrivate(String address) throws UnknownHostException {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org",
                "ftp://example.org",
                "https:///x",
                "example.org",
                "https://user:password@example.org",
                "https://example.org:0",
                "https://example.org:65536",
                "https://example.org//x"
            })
    void otherUrlsAreRefused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> webhook(url, SECRET))
                .withMessageContaining("url must");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whsec_",
                "whsec_short",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_%%%%%%%%%%%%%%%%%%%%%%%%%%%%"
            })
    void otherSecretsAreRefusedWithoutNamingThem(String secret) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> webhook("https://example.org", secret))
                .withMessage("streakboard.webhooks: secret must be whsec_ and 24 to 64 bytes in Base64");
    }

    @Test
    void equalNamesAreRefusedAndSecretsNotShown() {
        var one = webhook("https://example.org", SECRET);
        assertThatIllegalArgumentException().isThrownBy(() -> new ConfiguredWebhooks(List.of(one, one)));
        assertThat(one.toString()).doesNotContain("whsec");
    }

    @Test
    void typesAreConfiguredAsEventsHaveThem() {
        assertThat(bound("points.awarded").webhooks().getFirst().types()).containsExactly(FeedType.POINTS_AWARDED);
        assertThatExceptionOfType(BindException.class).isThrownBy(() -> bound("points"));
    }

    private static ConfiguredWebhooks bound(String type) {
        var properties = Map.of(
                "streakboard.webhooks[0].name",
                "crm",
                "streakboard.webhooks[0].url",
                "https://example.org",
                "streakboard.webhooks[0].types",
                type,
                "streakboard.webhooks[0].secret",
                SECRET);
        return new Binder(new MapConfigurationPropertySource(properties))
                .bind("streakboard", ConfiguredWebhooks.class)
                .get();
    }

    private static Webhook webhook(String url, String secret) {
        return new Webhook("crm", URI.create(url), Set.of(), secret, false);
    }

    @Test
    void frequentEventsInARowShareACall() {
        var events = events(
                FeedType.POINTS_AWARDED, FeedType.SIGN_IN_RECORDED, FeedType.SEASON_ENDED, FeedType.POINTS_AWARDED);

        var first = WebhookCall.first(0, new EventSlice(events, 10));
        assertThat(first.events()).hasSize(2);
        assertThat(first.end()).isEqualTo(2);
        assertThat(first.isBatch()).isTrue();
        assertThat(first.id()).isEqualTo("feed-0-2");
        var second = WebhookCall.first(2, new EventSlice(events.subList(2, 4), 10));
        assertThat(second.events()).hasSize(1);
        assertThat(second.isBatch()).isFalse();
        var third = WebhookCall.first(3, new EventSlice(events.subList(3, 4), 10));
        assertThat(third.isBatch()).isTrue();
        assertThat(third.end()).isEqualTo(10);
    }

    private static List<SequencedEvent> events(FeedType... types) {
        var events = new ArrayList<SequencedEvent>();
        for (var type : types) {
            long position = events.size() + 1L;
            events.add(new SequencedEvent(
                    position, new CloudEvent("e" + position, type.text(), "learners/1", Instant.EPOCH, "{}")));
        }
        return events;
    }

    @Test
    void pausesGrowToAnHour() {
        assertThat(WebhookDispatcher.pause(0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(WebhookDispatcher.pause(1)).isEqualTo(Duration.ofSeconds(10));
        assertThat(WebhookDispatcher.pause(1_000_000)).isEqualTo(Duration.ofHours(1));
    }
}
