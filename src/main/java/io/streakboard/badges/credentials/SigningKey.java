package io.streakboard.badges.credentials;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import java.text.ParseException;
import java.util.List;

/** The private key that signs credentials, and former keys that verify older ones. */
final class SigningKey {

    private static final String FORM = "must be a JWK with its private part, EC on P-256 or RSA of 2048 bits or more,"
            + " or a JWK set that begins with one";

    private static final int MIN_BITS = 2048;

    private final JWKSet keys;
    private final JWSHeader header;
    private final JWSSigner signer;

    private SigningKey(List<JWK> keys) throws ParseException, JOSEException {
        var key = keys.getFirst();
        var algorithm = switch (key) {
            case ECKey ec when ec.isPrivate() && ec.getCurve().equals(Curve.P_256) -> JWSAlgorithm.ES256;
            case RSAKey rsa when rsa.isPrivate() && rsa.size() >= MIN_BITS -> JWSAlgorithm.RS256;
            default -> throw new ParseException(FORM, 0);
        };
        this.keys = new JWKSet(keys).toPublicJWKSet();
        this.header = new JWSHeader.Builder(algorithm)
                .type(JOSEObjectType.JWT)
                .jwk(key.toPublicJWK())
                .build();
        this.signer = new DefaultJWSSignerFactory().createJWSSigner(key, algorithm);
    }

    /** @throws IllegalArgumentException with a message that does not show the key */
    static SigningKey parse(String text) {
        try {
            return new SigningKey(text.contains("\"keys\"") ? JWKSet.parse(text).getKeys() : List.of(JWK.parse(text)));
        } catch (ParseException | JOSEException | RuntimeException unfit) {
            throw new IllegalArgumentException(FORM);
        }
    }

    /** The public parts of all keys. */
    String published() {
        return keys.toString();
    }

    /** A compact JWS whose header has the public key. */
    String sign(String payload) {
        var signed = new JWSObject(header, new Payload(payload));
        try {
            signed.sign(signer);
        } catch (JOSEException failure) {
            throw new IllegalStateException("A credential could not be signed", failure);
        }
        return signed.serialize();
    }
}
