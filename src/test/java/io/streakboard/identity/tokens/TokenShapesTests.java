package io.streakboard.identity.tokens;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.process.TestIssuer;
import io.streakboard.process.Token;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.ClassPathResource;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/** Tokens of well-known issuers, with the claims that they document, and the settings of docs/connect.md. */
class TokenShapesTests {

    private static final String UUID = "0b7e4a52-5c3f-4f0e-9d55-3a4b1c6d7e01";

    /** What the application knows of a caller. */
    record Caller(@Nullable String learner, @Nullable String name, List<String> roles) {}

    static TokenClaims claims(Map<String, ?> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("streakboard.tokens", TokenClaims.class);
    }

    @Test
    void keycloak() throws IOException {
        var settings = Map.of(
                "streakboard.tokens.roles-claim", "/realm_access/roles",
                "streakboard.tokens.name-claim", "name,preferred_username");
        var user = Token.of(UUID)
                .header("typ", "JWT")
                .claim("typ", "Bearer")
                .claim("azp", "streakboard-pages")
                .claim("sid", "8a1f")
                .claim("aud", List.of("streakboard", "account"))
                .claim("scope", "openid profile email")
                .claim("realm_access", Map.of("roles", List.of("offline_access", "admin", "default-roles-school")))
                .claim("resource_access", Map.of("account", Map.of("roles", List.of("manage-account"))))
                .claim("preferred_username", "ada");
        var program = user.claim("azp", "learning-platform")
                .claim("realm_access", Map.of("roles", List.of("service")))
                .claim("preferred_username", "service-account-learning-platform");

        assertThat(caller(user.claim("name", "Ada Lovelace"), settings))
                .isEqualTo(new Caller(UUID, "Ada Lovelace", List.of("SCOPE_admin")));
        assertThat(caller(user, settings).name()).isEqualTo("ada");
        assertThat(caller(program, settings).roles()).containsExactly("SCOPE_service");
        assertThat(caller(user.claim("realm_access", null), settings).roles()).isEmpty();
    }

    @Test
    void auth0() throws IOException {
        var settings = Map.of(
                "streakboard.tokens.roles-claim", "permissions",
                "streakboard.tokens.roles.admin", "streakboard:admin",
                "streakboard.tokens.roles.service", "streakboard:service");
        var user = Token.of("auth0|5f7c8ec7c33c6c004bbafe82")
                .claim("aud", List.of(TestIssuer.AUDIENCE, "https://school.eu.auth0.com/userinfo"))
                .claim("azp", "my_client_id")
                .claim("scope", "openid profile admin")
                .claim("permissions", List.of("streakboard:admin"));

        assertThat(caller(user, settings))
                .isEqualTo(new Caller("auth0|5f7c8ec7c33c6c004bbafe82", null, List.of("SCOPE_admin")));
        assertThat(caller(
                                Token.of("my_client_id@clients")
                                        .claim("gty", "client-credentials")
                                        .claim("permissions", List.of("streakboard:service")),
                                settings)
                        .roles())
                .containsExactly("SCOPE_service");
        assertThat(caller(user.claim("permissions", List.of()), settings).roles())
                .as("a scope that a client may ask for itself")
                .isEmpty();
    }

    @Test
    void entra() throws IOException {
        var settings = Map.of(
                "streakboard.tokens.learner-claim", "oid",
                "streakboard.tokens.roles-claim", "roles",
                "streakboard.tokens.roles.admin", "Streakboard.Admin",
                "streakboard.tokens.roles.service", "Streakboard.Service");
        var user = Token.of("AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ")
                .header("typ", "JWT")
                .claim("ver", "2.0")
                .claim("tid", "9122040d-6c67-4c5b-b112-36a304b66dad")
                .claim("azp", "6731de76-14a6-49ae-97bc-6eba6914391e")
                .claim("azpacr", "0")
                .claim("oid", UUID)
                .claim("scp", "access_as_user")
                .claim("name", "Ada Lovelace")
                .claim("preferred_username", "ada@example.org");
        var program = Token.of("2f4a8d5e-1111-4222-8333-444455556666")
                .claim("oid", "2f4a8d5e-1111-4222-8333-444455556666")
                .claim("azpacr", "1")
                .claim("idtyp", "app")
                .claim("roles", List.of("Streakboard.Service"));

        assertThat(caller(user, settings)).isEqualTo(new Caller(UUID, "Ada Lovelace", List.of()));
        assertThat(caller(user.claim("roles", List.of("Streakboard.Admin")), settings)
                        .roles())
                .containsExactly("SCOPE_admin");
        assertThat(caller(program, settings).roles()).containsExactly("SCOPE_service");
    }

    @Test
    void cognitoHasNoAudienceInAccessTokens() throws IOException {
        var client = "1example23456789";
        var settings = Map.of(
                "streakboard.tokens.roles-claim", "cognito:groups,scope",
                "streakboard.tokens.roles.admin", "streakboard-admins",
                "streakboard.tokens.roles.service", "streakboard/service",
                "streakboard.tokens.client-ids", client);
        var user = Token.of(UUID)
                .claim("aud", null)
                .claim("token_use", "access")
                .claim("client_id", client)
                .claim("username", "ada")
                .claim("scope", "openid profile")
                .claim("cognito:groups", List.of("streakboard-admins"));

        assertThat(caller(user, settings)).isEqualTo(new Caller(UUID, null, List.of("SCOPE_admin")));
        assertThat(caller(user.claim("cognito:groups", null).claim("scope", "streakboard/service"), settings)
                        .roles())
                .containsExactly("SCOPE_service");
        isRefused(user, Map.of());
        isRefused(user.claim("client_id", "another"), settings);
        isRefused(user.claim("client_id", null), settings);
        isRefused(user.claim("client_id", List.of(client)), settings);
        isRefused(user.claim("aud", "another"), settings);
        isRefused(user.claim("aud", List.of()), settings);
    }

    @Test
    void okta() throws IOException {
        var settings = Map.of(
                "streakboard.tokens.learner-claim", "uid",
                "streakboard.tokens.roles-claim", "scp,groups",
                "streakboard.tokens.roles.admin", "Streakboard Admins",
                "streakboard.tokens.roles.service", "streakboard.service");
        var user = Token.of("ada@example.org")
                .claim("ver", 1)
                .claim("cid", "0oabv6kx4qq6h1U5l0h7")
                .claim("uid", "00u1abcdEFGH2ijkl3x7")
                .claim("scp", List.of("openid", "profile"))
                .claim("groups", List.of("Everyone", "Streakboard Admins"));
        var program = Token.of("0oabv6kx4qq6h1U5l0h7")
                .claim("cid", "0oabv6kx4qq6h1U5l0h7")
                .claim("scp", List.of("streakboard.service"));

        assertThat(caller(user, settings)).isEqualTo(new Caller("00u1abcdEFGH2ijkl3x7", null, List.of("SCOPE_admin")));
        assertThat(caller(program, settings)).isEqualTo(new Caller(null, null, List.of("SCOPE_service")));
    }

    @Test
    void firebase() throws IOException {
        var user = Token.of("Xk2pQ7vN4mZr8sT1wY5bC9dF3gH6")
                .claim("name", "Ada Lovelace")
                .claim("auth_time", 1_795_831_000)
                .claim("user_id", "Xk2pQ7vN4mZr8sT1wY5bC9dF3gH6")
                .claim("firebase", Map.of("identities", Map.of(), "sign_in_provider", "password"))
                .claim("roles", List.of("admin"));

        assertThat(caller(user, Map.of("streakboard.tokens.roles-claim", "roles")))
                .isEqualTo(new Caller("Xk2pQ7vN4mZr8sT1wY5bC9dF3gH6", "Ada Lovelace", List.of("SCOPE_admin")));
    }

    @Test
    void lti() throws IOException {
        var prefix = "https://purl.imsglobal.org/spec/lti/claim/";
        var settings = Map.of(
                "streakboard.tokens.roles-claim",
                prefix + "roles",
                "streakboard.tokens.roles.admin",
                "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator");
        var launch = Token.of("a6d5c443-1f51-4783-ba1a-7686ffe3b54a")
                .claim("nonce", "fc5fdc6d-5dd6-47f4-b2c9-5d1216e9b771")
                .claim("name", "Ada Lovelace")
                .claim(prefix + "message_type", "LtiResourceLinkRequest")
                .claim(prefix + "version", "1.3.0")
                .claim(prefix + "deployment_id", "07940580-b309-415e-a37c-914d387c1150")
                .claim(
                        prefix + "roles",
                        List.of(
                                "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator",
                                "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"))
                .claim(prefix + "lis", Map.of("person_sourcedid", "school:1234"));

        assertThat(caller(launch, settings))
                .isEqualTo(new Caller("a6d5c443-1f51-4783-ba1a-7686ffe3b54a", "Ada Lovelace", List.of("SCOPE_admin")));
        assertThat(caller(
                                launch,
                                Map.of(
                                        "streakboard.tokens.learner-claim",
                                        "/https:~1~1purl.imsglobal.org~1spec~1lti~1claim~1lis/person_sourcedid"))
                        .learner())
                .isEqualTo("school:1234");
    }

    @Test
    void onesOwn() throws IOException {
        assertThat(caller(Token.of("42").claim("name", "Ada").claim("scope", "service admin other"), Map.of()))
                .isEqualTo(new Caller("42", "Ada", List.of("SCOPE_admin", "SCOPE_service")));
        var token = Token.of("session-7").claim("app", Map.of("user_id", 42, "ratio", 4.2));
        var nested = Map.of("streakboard.tokens.learner-claim", "/app/user_id");
        assertThat(caller(token, nested).learner()).isEqualTo("42");
        assertThat(caller(token, Map.of("streakboard.tokens.learner-claim", "/app/ratio"))
                        .learner())
                .isNull();
        assertThat(caller(token.claim("app", "none"), nested).learner())
                .as("never the subject in its place")
                .isNull();
    }

    @Test
    void aTokenWithoutASubjectIsOfItsLearner() throws IOException {
        var token = Token.of("42").claim("sub", null).claim("user_id", 4711).claim("scope", "admin service");

        assertThat(authenticated(token, Map.of("streakboard.tokens.learner-claim", "user_id"))
                        .getName())
                .isEqualTo("4711");
        assertThat(caller(token, Map.of()))
                .as("an admin without a name")
                .isEqualTo(new Caller(null, null, List.of("SCOPE_service")));
    }

    @Test
    void aNameReplacesTheDefault() throws IOException {
        var token = Token.of("42").claim("scope", "admin");

        assertThat(caller(token, Map.of("streakboard.tokens.roles.admin", "ops"))
                        .roles())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "learner-claim, /",
        "learner-claim, /app//id",
        "learner-claim, /app~2id",
        "learner-claim, ''",
        "roles-claim, ''",
        "roles-claim, /realm_access/",
        "'roles-claim[0]', ' '",
        "name-claim, ''",
        "roles.admin, ''",
        "'roles.service[0]', ' '",
        "roles.service, admin",
        "'client-ids[0]', ' '"
    })
    void aBadSettingIsNamed(String property, String value) {
        var name = "streakboard.tokens." + property;

        assertThatThrownBy(() -> claims(Map.of(name, value)))
                .satisfies(failure -> assertThat(failure + " " + NestedExceptionUtils.getMostSpecificCause(failure))
                        .contains(name.replaceAll("(\\.service)?(\\[0])?$", "")));
    }

    private static void isRefused(Token token, Map<String, String> settings) {
        assertThatThrownBy(() -> authenticated(token, settings))
                .isInstanceOf(InvalidBearerTokenException.class)
                .hasMessageContaining("aud");
    }

    private static Caller caller(Token token, Map<String, String> settings) throws IOException {
        var caller = authenticated(token, settings);
        var jwt = (Jwt) requireNonNull(caller.getPrincipal());
        var claims = claims(settings);
        return new Caller(
                claims.learner(jwt),
                claims.name(jwt),
                caller.getAuthorities().stream()
                        .map(GrantedAuthority::getAuthority)
                        .sorted()
                        .toList());
    }

    private static Authentication authenticated(Token token, Map<String, String> settings) throws IOException {
        var properties = new OAuth2ResourceServerProperties();
        properties.getJwt().setIssuerUri(TestIssuer.NAME);
        properties.getJwt().setAudiences(List.of(TestIssuer.AUDIENCE));
        properties.getJwt().setPublicKeyLocation(new ClassPathResource("development.pub"));
        var fetching = new TokenProperties(
                Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofSeconds(30), Duration.ofSeconds(2));
        var claims = claims(settings);
        try (var decoder = new TokenDecoder(properties, fetching, claims)) {
            return new TokenAuthentication(decoder, fetching, claims)
                    .authenticate(new BearerTokenAuthenticationToken(token.signed()));
        }
    }
}
