package io.streakboard.identity.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.process.TestIssuer;
import io.streakboard.process.Token;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Route;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Every route of both ports, called by everybody. */
@IntegrationTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("any-database")
@Tag("any-redis")
class RoutesIntegrationTests {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final long LEARNER = Learners.next();
    private static final long ANOTHER = Learners.next();
    private static final long NAMED = Learners.next();
    private static final long DELETED = Learners.next();

    private static final Set<Integer> REFUSED = Set.of(401, 403, 410);

    private final Api api;
    private final RequestMappingHandlerMapping handlers;
    private final List<Route> routes;

    RoutesIntegrationTests(
            Api api,
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping handlers,
            WebEndpointsSupplier endpoints) {
        this.api = api;
        this.handlers = handlers;
        this.routes = Route.all(handlers, endpoints);
    }

    /**
     * A caller: the token is absent, does not hold, or gives roles to a subject.
     *
     * @param only the token is for these routes, with any subject
     */
    record Caller(
            String name,
            @Nullable String token,
            boolean holds,
            @Nullable Long learner,
            boolean service,
            boolean admin,
            @Nullable Role only) {

        Caller(
                String name,
                @Nullable String token,
                boolean holds,
                @Nullable Long learner,
                boolean service,
                boolean admin) {
            this(name, token, holds, learner, service, admin, null);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    void everyRouteDeclaresItsRole() {
        assertThat(routes).hasSizeGreaterThan(40).extracting(Role::of).doesNotContain(Role.UNDECLARED);
    }

    @Test
    void everyRouteForLearnersTakesTheLearnerWhoCalls() {
        assertThat(handlers.getHandlerMethods().values())
                .filteredOn(handler -> handler.hasMethodAnnotation(ForLearners.class)
                        || handler.getBeanType().isAnnotationPresent(ForLearners.class))
                .isNotEmpty()
                .allSatisfy(handler -> assertThat(handler.getMethodParameters())
                        .anyMatch(parameter -> parameter.getParameterType() == CurrentLearner.class));
    }

    @ParameterizedTest
    @MethodSource("callers")
    void everyRouteAnswersEachCallerAsItsRoleSays(Caller caller) throws Exception {
        var wrong = new TreeMap<String, Integer>();
        for (var route : routes) {
            var answer = call(route, caller);
            if (!expects(route, caller, answer.statusCode()) || !isCoded(answer)) {
                wrong.put(route.toString(), answer.statusCode());
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean expects(Route route, Caller caller, int status) {
        var role = Role.of(route);
        if (caller.token() != null && !caller.holds() || caller.token() == null && role != Role.EVERYBODY) {
            return status == 401;
        }
        return switch (role) {
            case EVERYBODY -> !REFUSED.contains(status); // the answer to failures is one itself
            case ANY_CALLER -> caller.only() == null ? isLetIn(status) : status == 403;
            case MONITORS, SUPPORT -> caller.admin() || caller.only() == role ? isLetIn(status) : status == 403;
            case ADMINS -> caller.admin() ? isLetIn(status) : status == 403;
            case SERVICES -> caller.service() ? isLetIn(status) : status == 403;
            case LEARNERS -> caller.learner() == null ? status == 403 : isAnsweredAsALearner(caller, status);
            case LEARNERS_SERVICES_AND_ADMINS -> {
                if (caller.learner() == null) {
                    yield caller.service() || caller.admin() ? isLetIn(status) : status == 403;
                }
                yield isAnsweredAsALearner(caller, status);
            }
            case UNDECLARED -> false;
        };
    }

    /** A refusal says for programs, too, what the token lacks. */
    private static boolean isCoded(HttpResponse<String> answer) {
        return answer.statusCode() != 403 || answer.body().contains("\"code\":\"");
    }

    private static boolean isAnsweredAsALearner(Caller caller, int status) {
        return Long.valueOf(DELETED).equals(caller.learner()) ? status == 410 : isLetIn(status);
    }

    private static boolean isLetIn(int status) {
        return status < 500 && !REFUSED.contains(status);
    }

    private HttpResponse<String> call(Route route, Caller caller) throws IOException, InterruptedException {
        var base = URI.create(route.actuator() ? api.actuatorUrl() : api.url());
        var request = HttpRequest.newBuilder(base.resolve(filled(route.path())))
                .header("Content-Type", route.consumes())
                .method(
                        route.method(),
                        List.of("POST", "PUT").contains(route.method())
                                ? BodyPublishers.ofString("{}")
                                : BodyPublishers.noBody());
        if (caller.token() != null) {
            request.header("Authorization", "Bearer " + caller.token());
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    /** No test asks for a learner, season or import of this id. */
    private static String filled(String path) {
        return path.replace("{year}", "2026")
                .replace("{learner}", Long.toString(NAMED)) // the other one is deleted on the way
                .replaceAll("\\{\\*?[^}]+}", Long.toString(999_999_999L));
    }

    Stream<Caller> callers() throws GeneralSecurityException {
        api.admin().delete("/api/learners/" + DELETED + "?force=true").has(202);
        return Stream.of(whoseTokenDoesNotHold(), whoseTokenHolds(), withOddSubjects(), withOddScopes())
                .flatMap(List::stream);
    }

    private static List<Caller> whoseTokenDoesNotHold() throws GeneralSecurityException {
        var good = Token.of(Long.toString(LEARNER)).claim("scope", "service admin");
        long now = Instant.now().getEpochSecond();
        var foreign = foreignKey();
        var tokens = new LinkedHashMap<String, String>();
        tokens.put("garbage", "garbage");
        tokens.put("three parts of garbage", "a.b.c");
        tokens.put("not Base64", "%%%.%%%.%%%");
        tokens.put(
                "expired",
                good.claim("iat", now - 7200).claim("exp", now - 3600).signed());
        tokens.put("never expires", good.claim("exp", null).signed());
        tokens.put("not yet valid", good.claim("nbf", now + 3600).signed());
        tokens.put("no issuer", good.claim("iss", null).signed());
        tokens.put("another issuer", good.claim("iss", "https://id.example.org").signed());
        tokens.put("no audience", good.claim("aud", null).signed());
        tokens.put("another audience", good.claim("aud", List.of("another")).signed());
        tokens.put("alg none", good.header("alg", "none").content() + ".");
        tokens.put("alg None", good.header("alg", "None").content() + ".");
        tokens.put("no signature", good.content() + ".");
        tokens.put(
                "HS256 with the public key",
                withPublicKeyAsSecret(good, TestIssuer.publicKey().getEncoded()));
        tokens.put("HS256 with the public key as text", withPublicKeyAsSecret(good, pem()));
        tokens.put("a foreign key", good.signedBy(foreign));
        tokens.put(
                "a key that it brings along",
                good.header("jku", "https://id.example.org").signedBy(foreign));
        tokens.put("claims changed", changed(good));
        tokens.put("for logging out", good.header("typ", "logout+jwt").signed());
        tokens.put(
                "an unknown critical header",
                good.header("crit", List.of("x")).header("x", 1).signed());
        tokens.put("odd confirmation", good.claim("cnf", "x").signed());
        tokens.put(
                "odd key of confirmation", good.claim("cnf", Map.of("jkt", 1)).signed());
        tokens.put(
                "odd certificate of confirmation",
                good.claim("cnf", Map.of("x5t#S256", 1)).signed());
        tokens.put("expires at a text", good.claim("exp", "tomorrow").signed());
        return Stream.concat(
                        Stream.of(new Caller("anonymous", null, false, null, false, false)),
                        tokens.entrySet().stream()
                                .map(token -> new Caller(token.getKey(), token.getValue(), false, null, false, false)))
                .toList();
    }

    private static PrivateKey foreignKey() throws GeneralSecurityException {
        var keys = KeyPairGenerator.getInstance("RSA");
        keys.initialize(1024);
        return keys.generateKeyPair().getPrivate();
    }

    private static String withPublicKeyAsSecret(Token token, byte[] secret) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        var claimed = token.header("alg", "HS256");
        return claimed.withSignature(mac.doFinal(claimed.content().getBytes(StandardCharsets.US_ASCII)));
    }

    private static byte[] pem() {
        return ("-----BEGIN PUBLIC KEY-----\n"
                        + java.util.Base64.getMimeEncoder(64, new byte[] {'\n'})
                                .encodeToString(TestIssuer.publicKey().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String changed(Token token) {
        var signature = token.signed().substring(token.content().length());
        return token.claim("sub", Long.toString(ANOTHER)).content() + signature;
    }

    private static List<Caller> whoseTokenHolds() {
        return List.of(
                holding("a learner", LEARNER, ""),
                holding("another learner", ANOTHER, ""),
                holding("a deleted learner", DELETED, ""),
                holding("a service", LEARNER, "service"),
                holding("an admin", LEARNER, "admin"),
                holding("a service and admin", LEARNER, "profile service admin"),
                new Caller("a scraper", scope("monitor"), true, null, false, false, Role.MONITORS),
                new Caller("a supporter", scope("openid support"), true, null, false, false, Role.SUPPORT),
                holding("a service and supporter", LEARNER, "service admin support"),
                new Caller(
                        "a learner whose subject is a number",
                        Token.of("").claim("sub", LEARNER).signed(),
                        true,
                        LEARNER,
                        false,
                        false),
                new Caller(
                        "a token for access",
                        Token.of(Long.toString(LEARNER)).header("typ", "at+jwt").signed(),
                        true,
                        LEARNER,
                        false,
                        false),
                new Caller(
                        "a token for access, in full",
                        Token.of(Long.toString(LEARNER))
                                .header("typ", "application/at+jwt")
                                .signed(),
                        true,
                        LEARNER,
                        false,
                        false));
    }

    private static String scope(String scope) {
        return Token.of(Long.toString(LEARNER)).claim("scope", scope).signed();
    }

    private static Caller holding(String name, long learner, String scope) {
        return new Caller(
                name,
                Token.of(Long.toString(learner)).claim("scope", scope).signed(),
                true,
                learner,
                scope.contains("service"),
                scope.contains("admin"));
    }

    private static List<Caller> withOddSubjects() {
        var odd = Stream.of(
                        "0", "-1", "01", "1.5", "abc", " 42", "9223372036854775808", "9".repeat(300), "\u0000", "٤٢")
                .map(subject ->
                        new Caller("subject " + subject, Token.of(subject).signed(), true, null, false, false));
        var noAdmins = Stream.of("", " ")
                .map(subject -> new Caller(
                        "admin with the subject '" + subject + "'",
                        Token.of(subject).claim("scope", "admin").signed(),
                        true,
                        null,
                        false,
                        false));
        var token = Token.of("").claim("sub", null);
        return Stream.of(
                        odd,
                        noAdmins,
                        Stream.of(
                                new Caller("no subject", token.signed(), true, null, false, false),
                                new Caller(
                                        "a service without subject",
                                        token.claim("scope", "service").signed(),
                                        true,
                                        null,
                                        true,
                                        false),
                                new Caller(
                                        "an admin without subject",
                                        token.claim("scope", "admin").signed(),
                                        true,
                                        null,
                                        false,
                                        false),
                                new Caller(
                                        "an admin with a name",
                                        Token.of("ops@example.org")
                                                .claim("scope", "admin")
                                                .signed(),
                                        true,
                                        null,
                                        false,
                                        true)))
                .flatMap(callers -> callers)
                .toList();
    }

    private static List<Caller> withOddScopes() {
        return List.of(
                scoped("scope", List.of("admin"), false, true),
                scoped("scp", "service admin", true, true),
                scoped("scp", List.of("service"), true, false),
                scoped("scp", List.of("admin service"), false, false),
                scoped("scope", Map.of("admin", true), false, false),
                scoped("scope", List.of(List.of("admin"), Map.of("admin", "admin"), 1, true), false, false),
                scoped("scope", List.of(), false, false),
                scoped("scope", 1, false, false),
                scoped("scope", true, false, false),
                scoped("scope", "ADMIN Service", false, false),
                scoped("scope", "admin\u0000 administrator service-desk", false, false),
                scoped("scope", "x ".repeat(1000), false, false),
                scoped("authorities", List.of("SCOPE_admin"), false, false),
                scoped("roles", List.of("admin"), false, false));
    }

    private static Caller scoped(String claim, Object value, boolean service, boolean admin) {
        var text = value.toString();
        return new Caller(
                claim + " " + text.substring(0, Math.min(40, text.length())),
                Token.of(Long.toString(LEARNER)).claim(claim, value).signed(),
                true,
                LEARNER,
                service,
                admin);
    }
}
