package io.streakboard.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Map;
import java.util.Objects;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.converter.RsaKeyConverters;

/**
 * The issuer of tests and development. Its key is no secret, so it may be short, which signs five times faster; no
 * packaged application trusts it unless it is told to.
 */
public final class TestIssuer {

    /** As in {@code application-development.yaml}. */
    public static final String NAME = "https://development.streakboard.invalid";

    public static final String AUDIENCE = "streakboard";

    private static final RSAPrivateKey PRIVATE_KEY = read("/development.key", RsaKeyConverters.pkcs8());
    private static final RSAPublicKey PUBLIC_KEY = read("/development.pub", RsaKeyConverters.x509());

    private TestIssuer() {}

    public static RSAPrivateKey privateKey() {
        return PRIVATE_KEY;
    }

    public static RSAPublicKey publicKey() {
        return PUBLIC_KEY;
    }

    /** What makes a packaged application take these tokens. */
    public static Map<String, Object> properties() {
        var jwt = "spring.security.oauth2.resourceserver.jwt.";
        try {
            var key = Path.of(file("/development.pub").toURI()).toUri();
            return Map.of(jwt + "issuer-uri", NAME, jwt + "audiences", AUDIENCE, jwt + "public-key-location", key);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static <K> K read(String name, Converter<InputStream, K> reader) {
        try (var pem = file(name).openStream()) {
            return Objects.requireNonNull(reader.convert(pem), name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static URL file(String name) {
        return Objects.requireNonNull(TestIssuer.class.getResource(name), name);
    }
}
