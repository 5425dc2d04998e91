package io.streakboard.web.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class AdminLoginTests {

    private static final URI AUTHORIZATION = URI.create("https://id.example.org:8443/authorize");
    private static final URI TOKEN = URI.create("https://id.example.org:8443/token");

    @Test
    void withoutAClientThePageCallsItsOwnOriginOnly() throws IOException {
        assertThat(page(new AdminLogin(null, null, null, "openid admin")))
                .contains("connect-src 'self' ;", "name=\"login\" content=\"{}\"")
                .doesNotContain("{{");
    }

    @Test
    void withAClientThePageMayCallTheIssuer() throws IOException {
        assertThat(page(new AdminLogin("streakboard-\"><script>", AUTHORIZATION, TOKEN, "openid admin")))
                .contains("connect-src 'self' https://id.example.org:8443;", "&quot;tokenUri&quot;")
                .doesNotContain("<script>");
    }

    @Test
    void aClientNeedsBothAddresses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdminLogin("streakboard", AUTHORIZATION, null, "openid"))
                .withMessageContaining("streakboard.admin-login.token-uri");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdminLogin("streakboard", URI.create("/authorize"), TOKEN, "openid"))
                .withMessageContaining("streakboard.admin-login.authorization-uri");
    }

    private static String page(AdminLogin login) throws IOException {
        return new String(new AdminPage(login, new JsonMapper()).page().getBody(), UTF_8);
    }
}
