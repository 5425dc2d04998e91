package io.streakboard.badges.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.start.StartRefused;
import io.streakboard.web.Problem;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class CredentialsTests {

    private static final String ISSUER = "https://learn.example.org";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Instant GIVEN = Instant.parse("2026-11-21T08:00:00.123Z");
    private static final Achievement READER = new Achievement(
            "/badges/reader/levels/10",
            "Reader",
            "Finished so many lessons",
            "count(LESSON) >= 10",
            "https://cdn.example.org/reader.png");

    private final ECKey key = ecKey();
    private final Credentials credentials = credentials(key.toJSONString(), ISSUER);

    @Test
    void aCredentialIsTheSignedPayloadWithItsClaims() throws Exception {
        var token = JWSObject.parse(credentials.of(131_072L + 7, 42, GIVEN, READER));

        assertThat(token.verify(new ECDSAVerifier(key.toPublicJWK()))).isTrue();
        assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
        assertThat(token.getHeader().getType().getType()).isEqualTo("JWT");
        assertThat(token.getHeader().getJWK()).isEqualTo(key.toPublicJWK());
        assertThat(token.getHeader().getJWK().isPrivate()).isFalse();
        var credential = payload(token);
        assertThat(credential.at("/@context/0").asString()).isEqualTo("https://www.w3.org/ns/credentials/v2");
        assertThat(credential.at("/type").values().stream().map(JsonNode::asString))
                .containsExactly("VerifiableCredential", "OpenBadgeCredential");
        assertThat(credential.at("/validFrom").asString()).isEqualTo("2026-11-21T08:00:00Z");
        assertThat(credential.at("/nbf").asLong())
                .isEqualTo(Instant.parse("2026-11-21T08:00:00Z").getEpochSecond());
        assertThat(credential.at("/iss")).isEqualTo(credential.at("/issuer/id"));
        assertThat(credential.at("/jti")).isEqualTo(credential.at("/id"));
        assertThat(credential.at("/sub")).isEqualTo(credential.at("/credentialSubject/id"));
        assertThat(credential.at("/sub").asString()).isEqualTo("https://learn.example.org/learners/42");
        assertThat(credential
                        .at("/credentialSubject/achievement/criteria/narrative")
                        .asString())
                .isEqualTo("count(LESSON) >= 10");
        assertThat(credential.at("/credentialStatus/statusListCredential").asString())
                .isEqualTo("https://learn.example.org/badges/status/1");
        assertThat(credential.at("/credentialStatus/statusListIndex").asString())
                .isEqualTo("7");
    }

    /** {@code -Dstreakboard.openbadges.schema} names a copy of the standard's own schema, which has more than is used. */
    @Test
    void credentialsAreAsTheStandardRequires() throws Exception {
        var file = System.getProperty("streakboard.openbadges.schema", "src/test/resources/openbadges/credential.json");
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(JSON.readTree(Path.of(file)));
        var end = Instant.parse("2026-10-31T16:00:00Z");
        var season = new Season(7, "2026-10", end.minusSeconds(1), end, State.SETTLED, 2L, 30L, end, null);
        var badge = payload(JWSObject.parse(credentials.of(7, 42, GIVEN, READER)));

        assertThat(schema.validate(badge)).isEmpty();
        assertThat(schema.validate(payload(JWSObject.parse(credentials.of(season, 42, "Champion", "Rank 1")))))
                .isEmpty();
        ((ObjectNode) badge.at("/credentialSubject/achievement")).remove("criteria");
        assertThat(schema.validate(badge)).hasSize(1);
    }

    @Test
    void theStatusListHasTheBitOfEachWithdrawnBadge() throws Exception {
        long first = Credentials.LIST_SIZE;
        var token = JWSObject.parse(credentials.statusList(
                1,
                List.of(first, first + 9, first + Credentials.LIST_SIZE - 1),
                Instant.parse("2026-11-21T08:00:00Z")));

        assertThat(token.verify(new ECDSAVerifier(key.toPublicJWK()))).isTrue();
        var list = payload(token);
        assertThat(list.at("/id").asString()).isEqualTo("https://learn.example.org/badges/status/1");
        assertThat(list.at("/credentialSubject/statusPurpose").asString()).isEqualTo("revocation");
        var encoded = list.at("/credentialSubject/encodedList").asString();
        assertThat(encoded).startsWith("u");
        byte[] bits = new GZIPInputStream(
                        new ByteArrayInputStream(Base64.getUrlDecoder().decode(encoded.substring(1))))
                .readAllBytes();
        assertThat(bits).hasSize(16_384);
        assertThat(bits[0]).isEqualTo((byte) 0b1000_0000);
        assertThat(bits[1]).isEqualTo((byte) 0b0100_0000);
        assertThat(bits[16_383]).isEqualTo((byte) 0b0000_0001);
        int set = 0;
        for (byte each : bits) {
            set += Integer.bitCount(each & 0xff);
        }
        assertThat(set).isEqualTo(3);
    }

    @Test
    void anRsaKeySignsToo() throws Exception {
        var rsa = new RSAKeyGenerator(2048).generate();
        var token = JWSObject.parse(SigningKey.parse(rsa.toJSONString()).sign("{}"));

        assertThat(token.verify(new RSASSAVerifier(rsa.toPublicJWK()))).isTrue();
        assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("RS256");
    }

    @Test
    void formerKeysArePublishedBehindTheOneThatSigns() throws Exception {
        var former = new RSAKeyGenerator(2048).generate();
        var keys = SigningKey.parse(new JWKSet(List.of(key, former)).toString(false));

        assertThat(JWSObject.parse(keys.sign("{}")).getHeader().getJWK()).isEqualTo(key.toPublicJWK());
        assertThat(JWKSet.parse(keys.published()).getKeys()).containsExactly(key.toPublicJWK(), former.toPublicJWK());
        assertThat(keys.published()).doesNotContain("\"d\"");
    }

    @Test
    void keysThatAreWeakPublicOrUnreadableAreRefusedAndNotShown() throws Exception {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        var weak = generator.generateKeyPair();
        for (var text : List.of(
                new RSAKey.Builder((RSAPublicKey) weak.getPublic())
                        .privateKey(weak.getPrivate())
                        .build()
                        .toJSONString(),
                key.toPublicJWK().toJSONString(),
                new ECKeyGenerator(Curve.P_384).generate().toJSONString(),
                "{\"kty\":\"EC\"}",
                "{\"keys\":[]}",
                "{\"keys\":7}",
                "no key",
                "")) {
            assertThatExceptionOfType(StartRefused.class)
                    .isThrownBy(() -> credentials(text, ISSUER))
                    .withMessageStartingWith("streakboard.badges.key: must be a JWK")
                    .withNoCause();
        }
    }

    @Test
    void aKeyNeedsTheAddressOfTheIssuer() {
        for (var issuer : Arrays.asList(null, "", "http://learn.example.org", "https://learn.example.org/")) {
            assertThatExceptionOfType(StartRefused.class)
                    .isThrownBy(() -> credentials(key.toJSONString(), issuer))
                    .withMessageStartingWith("streakboard.badges.issuer: must be an https address");
        }
    }

    @Test
    void withoutAKeyTheAnswerSaysSo() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> credentials(null, null).of(7, 42, GIVEN, READER))
                .withMessageContaining("streakboard.badges.key is not set");
    }

    private static Credentials credentials(@Nullable String key, @Nullable String issuer) {
        return new Credentials(new CredentialProperties(key, issuer, "Example"), TestLearnerKeys.numbers(), JSON);
    }

    private static JsonNode payload(JWSObject token) {
        return JSON.readTree(token.getPayload().toString());
    }

    private static ECKey ecKey() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate();
        } catch (com.nimbusds.jose.JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
